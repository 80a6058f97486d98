import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { endpointTimeoutSeconds } from '#lib/http/contract.ts';
import { log } from '#lib/runtime/log.ts';
import { ConditionFailed, type Item, type Key, type Put, type Table } from '#lib/storage/table.ts';

/*
 * Most operations change only the table: of several requests with one Idempotency-Key, one transaction wins. An operation
 * that also calls an external server reserves its key first, so that the server gets only one request.
 */

/**
 * Longer than any operation with its start: when the lease ends, the function that has the reservation was stopped. It never releases the
 * reservation; a repeat then performs the operation again.
 */
export const reservationMs = (endpointTimeoutSeconds + 5) * 1000;

/** Average pause between two reads of a key that another request has reserved: milliseconds. */
const pollMs = 150;

export type Reservation =
  | { readonly kind: 'reserved'; readonly token: string }
  /** Another request has already performed the operation. */
  | { readonly kind: 'performed'; readonly record: Item };

/** Reserves the key; waits while another request has it. @param now returns epoch milliseconds */
export async function reserveKey(table: Table, key: Key, now: () => number): Promise<Reservation> {
  const token = randomUUID();
  for (;;) {
    const holder = await tryReserve(table, reservationPut(key, token, now()));
    if (holder === undefined) return { kind: 'reserved', token };
    const record = await waitForHolder(table, holder, now);
    if (record) return { kind: 'performed', record };
  }
}

/** Whether the item is a reservation without a response. */
export function isReservation(item: Item): boolean {
  return item['reservedBy'] !== undefined && item['status'] === undefined;
}

/** Called after a failure, so that a repeat does not wait for the end of the lease. Never rejects. */
export async function releaseKey(table: Table, key: Key, token: string): Promise<void> {
  try {
    await table.transact([{ delete: key, if: { reservedBy: { is: token }, status: 'absent' } }]);
  } catch (error) {
    log('warn', 'the reservation of an Idempotency-Key was not released', {}, error);
  }
}

function reservationPut(key: Key, token: string, now: number): Put {
  const expiresAt = now + reservationMs;

  return {
    put: { ...key, reservedBy: token, expiresAt, expiresAtEpochSeconds: Math.ceil(expiresAt / 1000) },
    // Alternatives. The expiry is the end of a lease, or of a stored response.
    if: [{ pk: 'absent' }, { expiresAt: { atMost: now } }],
  };
}

/** @returns the item that another request has under the key; undefined when the reservation succeeded */
async function tryReserve(table: Table, reservation: Put): Promise<Item | undefined> {
  try {
    await table.put(reservation);

    return undefined;
  } catch (error) {
    if (error instanceof ConditionFailed && error.found) return error.found;
    throw error;
  }
}

/** @returns the record with the response; undefined when the holder failed or its lease ended */
async function waitForHolder(table: Table, holder: Item, now: () => number): Promise<Item | undefined> {
  let item: Item | undefined = holder;
  while (item && isReservation(item) && Number(item['expiresAt']) > now()) {
    await pause(pollMs / 2 + Math.random() * pollMs);
    item = await table.get({ pk: holder.pk, sk: holder.sk });
  }

  return item && !isReservation(item) ? item : undefined;
}
