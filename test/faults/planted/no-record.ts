import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { handler as correct } from '../../../functions/api-keys/create.ts';

/** Wrong on purpose: the Idempotency-Key never reaches the shell, so nothing is remembered. */
export const handler = (event: APIGatewayProxyEvent, context: Context) => {
  const { 'Idempotency-Key': _, ...headers } = event.headers;

  return correct({ ...event, headers }, context);
};
