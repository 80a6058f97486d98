import { gunzipSync } from 'node:zlib';
import { deliveryPrefix } from '#lib/webhooks/delivery/delivery-items.ts';
import { withoutDailyLook } from '../../support/daily-look.ts';
import { readStoredItems, type StoredItem } from '../../support/stored-items.ts';

/**
 * Everything that a workspace owns, one line per item, but for what moves by itself: where its running campaigns' dispatchers
 * stand, its deliveries' attempts, statistics, and the health of its accounts.
 */
export async function readWorkspace(workspaceId: string): Promise<string[]> {
  const items = await readStoredItems(`W#${workspaceId}#`);

  return items
    .filter((item) => item['sk'] !== 'D#DISPATCH' && !String(item['pk']).includes('#STATS'))
    .map(asRequested)
    .map(withoutDailyLook)
    .map(toText)
    .sort();
}

/** Of a delivery, what a request says of it: attempts are made meanwhile. */
function asRequested(item: StoredItem): StoredItem {
  const { pk, sk, resends } = item;

  return String(sk).startsWith(deliveryPrefix) ? { pk, sk, resends } : item;
}

/** Every attribute of every item as text, what is compressed also unpacked: as a thief would read a stolen table. */
export async function readStolenTable(): Promise<string> {
  return (await readStoredItems('')).map(toText).join('\n');
}

/** Maps come back in any order, so they are sorted. */
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
