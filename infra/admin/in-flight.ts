import { setTimeout as sleep } from 'node:timers/promises';
import { executionPrefix } from '#lib/executions/items.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item } from '#lib/storage/table.ts';

/** Passes the time between two looks at the table. */
export type Pause = () => Promise<unknown>;

export const shortPause: Pause = () => sleep(500);

/**
 * Returns when no worker has an email of this execution in flight: its outcome is recorded, or its lease is over, which outlasts
 * the function that had it.
 */
export async function waitForOutcome({ table, now }: Services, item: Item, pause: Pause): Promise<void> {
  if (!item.sk.startsWith(executionPrefix)) return;
  const { pk, sk } = item;
  let found: Item | undefined = item;
  while (found?.['sendState'] === 'sending' && Number(found['leaseUntil']) > now()) {
    await pause();
    found = await table.get({ pk, sk }, { consistent: true });
  }
}
