import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { handler as correct } from '../../../functions/api-keys/create.ts';

/** Deliberately wrong: the Idempotency-Key does not reach the endpoint, so that nothing is recorded. */
export const handler = (event: APIGatewayProxyEvent, context: Context) => {
  const { 'Idempotency-Key': _, ...headers } = event.headers;

  return correct({ ...event, headers }, context);
};
