import type { APIGatewayProxyEvent } from 'aws-lambda';
import { readIdempotencyRecord } from '#lib/endpoints/idempotency/request.ts';
import { isReservation } from '#lib/endpoints/idempotency/reservation.ts';
import type { Contract } from '#lib/http/contract.ts';
import type { Services } from '#lib/runtime/services.ts';

/** Whether the response for the Idempotency-Key of a request is stored. The request then changes nothing. */
export async function isPerformed(
  definition: Contract,
  services: Services,
  event: APIGatewayProxyEvent,
  principalId: string,
): Promise<boolean> {
  const record = await readIdempotencyRecord(definition, services, event, principalId);

  return (
    record !== undefined &&
    !isReservation(record) &&
    Number(record['expiresAt']) > event.requestContext.requestTimeEpoch
  );
}
