import { gunzipSync } from 'node:zlib';
import { readStoredItems, type StoredItem } from '../../support/stored-items.ts';

/**
 * Everything that a workspace owns, one line per item, but for where its running campaigns' dispatchers stand, and for
 * statistics: both move by themselves.
 */
export async function readWorkspace(workspaceId: string): Promise<string[]> {
  const items = await readStoredItems(`W#${workspaceId}#`);

  return items
    .filter((item) => item['sk'] !== 'D#DISPATCH' && !String(item['pk']).includes('#STATS'))
    .map(toText)
    .sort();
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
