import { expect, test } from 'vitest';
import { reservationMs } from '#lib/endpoints/idempotency/reservation.ts';
import { endpointTimeoutSeconds } from '#lib/http/contract.ts';

test('the reservation of an Idempotency-Key ends after every operation that has it, also after a slow start', () => {
  expect(reservationMs).toBeGreaterThanOrEqual((endpointTimeoutSeconds + 5) * 1000);
});
