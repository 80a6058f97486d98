import { gunzipSync } from 'node:zlib';
import { deliveryPrefix } from '#lib/webhooks/delivery/delivery-items.ts';
import { withoutDailyWork } from '../../support/daily-work.ts';
import { readStoredItems, type StoredItem } from '../../support/stored-items.ts';

/**
 * All items of a workspace, one line per item, without values that workers change: the dispatcher state of
 * running campaigns, delivery attempts, statistics, and account health.
 */
export async function readWorkspace(workspaceId: string): Promise<string[]> {
  const items = await readStoredItems(`W#${workspaceId}#`);

  return items
    .filter((item) => item['sk'] !== 'D#DISPATCH' && !String(item['pk']).includes('#STATS'))
    .map(withoutAttempts)
    .map(withoutDailyWork)
    .map(toText)
    .sort();
}

/** The fields of a delivery that a request sets, because attempts may happen concurrently. */
function withoutAttempts(item: StoredItem): StoredItem {
  const { pk, sk, resends } = item;

  return String(sk).startsWith(deliveryPrefix) ? { pk, sk, resends } : item;
}

/**
 * Every attribute of every item as text, with compressed values also decompressed: the view of an attacker
 * with a copy of the table.
 */
export async function readTableAsText(): Promise<string> {
  return (await readStoredItems('')).map(toText).join('\n');
}

/** Maps have no fixed order, so their keys are sorted. */
function toText(item: StoredItem): string {
  return JSON.stringify(item, (_, value) => {
    if (value instanceof Uint8Array) return bytesToText(value);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;

    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function bytesToText(bytes: Uint8Array): string {
  try {
    return gunzipSync(bytes).toString();
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
