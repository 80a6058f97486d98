import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { outboxPrefix } from '#lib/storage/schema.ts';
import { isDailyWork, withoutDailyWork } from '../../support/daily-work.ts';
import { readStoredItems, type StoredItem } from '../../support/stored-items.ts';

/** An item without values that differ between runs: ids, times, random tokens, shards. */
export interface ItemPrint {
  readonly place: string;
  readonly attributes: Readonly<Record<string, string>>;
}

interface Footprint {
  readonly prints: readonly ItemPrint[];
  /**
   * Whether a worker still has work: an event to publish, a worklist entry, or a delivery to retry. Excludes
   * dispatchers, which may always have work.
   */
  readonly isPending: boolean;
}

/** All items of a workspace, including those outside its partitions. */
async function readFootprint(workspaceId: string): Promise<Footprint> {
  const items = await readStoredItems(`W#${workspaceId}#`, workspaceId);
  const isInOutbox = ({ pk }: StoredItem) => String(pk).startsWith(outboxPrefix);
  const isDispatcher = ({ sk }: StoredItem) => sk === 'D#DISPATCH';
  // The dispatcher state changes with every run of the dispatcher.
  const lasting = items.filter((item) => !isInOutbox(item) && !isDispatcher(item));
  const prints = lasting.map(withoutDailyWork).map(printOf);

  return {
    prints: prints.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1)),
    isPending:
      items.some((item) => isInOutbox(item) || isDispatcher(item)) ||
      lasting.some((item) => String(item['gsi3pk']).startsWith('WORK#') && !isDailyWork(item)) ||
      lasting.some((item) => Number(item['resends'] ?? 0) > countResent(item)),
  };
}

/** The number of resends of a delivery that have an outcome. */
function countResent(delivery: StoredItem): number {
  return Object.keys(delivery).filter((name) => /^resent\d+$/.test(name)).length;
}

/** The footprint after every event is published and counted, or after `patienceMs`. */
export async function readSettled(workspaceId: string, patienceMs = 10_000): Promise<readonly ItemPrint[]> {
  for (const deadline = Date.now() + patienceMs; ; await pause(50)) {
    const { prints, isPending } = await readFootprint(workspaceId);
    if (!isPending || Date.now() > deadline) return prints;
  }
}

export function textOf({ place, attributes }: ItemPrint): string {
  return `${place} ${JSON.stringify(attributes)}`;
}

/** The response time of an endpoint does not matter. */
function printOf({ pk, sk, slowUntil: _, ...attributes }: StoredItem): ItemPrint {
  return {
    place: normalise(`${pk} ${sk}`),
    attributes: Object.fromEntries(
      Object.entries(attributes)
        .map(([name, value]): [string, string] => [name, normalise(toText(value))])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  };
}

/** Maps have no fixed order, so their keys are sorted. */
function toText(attribute: unknown): string {
  return JSON.stringify(attribute, (_, value) => {
    if (value instanceof Uint8Array) return unpacked(value);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;

    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function unpacked(bytes: Uint8Array): string {
  try {
    return gunzipSync(bytes).toString();
  } catch {
    return '<bytes>';
  }
}

const variations: readonly (readonly [RegExp, string])[] = [
  [/\b([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}/g, '<$1>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>'],
  // Addresses that a fixture generated.
  [/[\w.+-]*\d[\w.+-]*@/g, '<address>@'],
  // Before short numbers: a key of 43 characters may contain ten consecutive digits.
  [/(?=[\w+/-]*\d)(?=[\w+/-]*[A-Za-z])[\w+/-]{20,}=*/g, '<token>'],
  // Some digests have no digit; no name in the project is that long.
  [/(?=[\w+/-]*[a-z])(?=[\w+/-]*[A-Z])[\w+/-]{40,}=*/g, '<token>'],
  [/\b\d{13}\b|\b\d{10}\b/g, '<moment>'],
  [/#\d{1,2}(?=["# ]|$)/g, '#<shard>'],
  // The response of an external endpoint and its duration: a retry after an interruption reports the real
  // result.
  [/(isDelivered\\?":).*?\]/g, '$1<theirs>'],
  [/(durationMs\\?":)\d+/g, '$1<duration>'],
];

export function normalise(text: string): string {
  return variations.reduce((result, [pattern, name]) => result.replaceAll(pattern, name), text);
}
