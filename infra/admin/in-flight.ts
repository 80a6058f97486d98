import { setTimeout as sleep } from 'node:timers/promises';
import { endpointTimeoutSeconds } from '#lib/http/contract.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item } from '#lib/storage/table.ts';

/** Resolves after a wait. */
export type Pause = () => Promise<unknown>;

/** The waits during the deletion of a workspace. Tests replace them. */
export interface DeletionWaits {
  /** Waits between two reads of an email in flight. */
  readonly pause: Pause;
  /** Returns when all requests that were admitted before this call have ended. */
  readonly waitForRequestsEnd: Pause;
}

/** Includes time for the stream consumer, which publishes what the request wrote. */
export const requestEndSeconds = endpointTimeoutSeconds + 5;

export const deletionWaits: DeletionWaits = {
  pause: () => sleep(500),
  waitForRequestsEnd: () => sleep(requestEndSeconds * 1000),
};

/**
 * Returns when no worker has the email of this item in flight, of an execution, an answer or the service: its outcome is recorded, or the
 * worker's lease has expired. A lease is longer than the time-out of the worker's function.
 */
export async function waitForOutcome({ table, now }: Services, item: Item, pause: Pause): Promise<void> {
  const { pk, sk } = item;
  let current: Item | undefined = item;
  while (current && isSending(current) && Number(current['leaseUntil']) > now()) {
    await pause();
    current = await table.get({ pk, sk }, { consistent: true });
  }
}

function isSending({ sendState, status }: Item): boolean {
  return sendState === 'sending' || status === 'sending';
}
