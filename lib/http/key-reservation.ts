import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { log } from '#lib/runtime/log.ts';
import { ConditionFailed, type Item, type Key, type Put, type Table } from '#lib/storage/table.ts';

/*
 * Most operations change nothing but the table: of several requests under one Idempotency-Key, one transaction wins. An
 * operation that also calls a foreign server reserves its key first, so that the foreign server gets one request.
 */

/**
 * Longer than the longest call of a foreign server, which is 12 s. A function that is stopped never releases its reservation: a
 * repeat waits for the end of the lease and performs the operation again.
 */
const leaseMs = 15_000;

const pollMs = 150;

export type Reservation =
  | { readonly kind: 'reserved'; readonly token: string }
  /** Another request has performed the operation. */
  | { readonly kind: 'performed'; readonly record: Item };

/** Waits while another request holds the key. @param now epoch milliseconds at each call */
export async function reserveKey(table: Table, key: Key, now: () => number): Promise<Reservation> {
  const token = randomUUID();
  for (;;) {
    const holder = await tryReserve(table, reservationPut(key, token, now()));
    if (holder === undefined) return { kind: 'reserved', token };
    const record = await waitForHolder(table, holder, now);
    if (record) return { kind: 'performed', record };
  }
}

/** Whether an item is a reservation without a response yet. */
export function isReservation(item: Item): boolean {
  return item['reservedBy'] !== undefined && item['status'] === undefined;
}

/** After a failure, so that a repeat need not wait for the end of the lease. Never rejects. */
export async function releaseKey(table: Table, key: Key, token: string): Promise<void> {
  try {
    await table.transact([{ delete: key, if: { reservedBy: { is: token }, status: 'absent' } }]);
  } catch (error) {
    log('warn', 'the reservation of an Idempotency-Key was not released', {}, error);
  }
}

function reservationPut(key: Key, token: string, now: number): Put {
  const expiresAt = now + leaseMs;

  return {
    put: { ...key, reservedBy: token, expiresAt, expiresAtEpochSeconds: Math.ceil(expiresAt / 1000) },
    if: [{ pk: 'absent' }, { expiresAt: { atMost: now } }],
  };
}

/** @returns the item that holds the key, if it is not free */
async function tryReserve(table: Table, reservation: Put): Promise<Item | undefined> {
  try {
    await table.put(reservation);

    return undefined;
  } catch (error) {
    if (error instanceof ConditionFailed && error.found) return error.found;
    throw error;
  }
}

/** @returns the record of the response; undefined when the holder has failed or its lease is over */
async function waitForHolder(table: Table, holder: Item, now: () => number): Promise<Item | undefined> {
  let item: Item | undefined = holder;
  while (item && isReservation(item) && Number(item['expiresAt']) > now()) {
    await pause(pollMs / 2 + Math.random() * pollMs);
    item = await table.get({ pk: holder.pk, sk: holder.sk }, { consistent: true });
  }

  return item && !isReservation(item) ? item : undefined;
}
