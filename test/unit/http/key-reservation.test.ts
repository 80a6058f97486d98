import { expect, test } from 'vitest';
import { endpointTimeoutSeconds } from '#lib/http/contract.ts';
import { reservationMs } from '#lib/http/key-reservation.ts';

test('the reservation of an Idempotency-Key ends after every operation that has it, also after a slow start', () => {
  expect(reservationMs).toBeGreaterThanOrEqual((endpointTimeoutSeconds + 5) * 1000);
});
