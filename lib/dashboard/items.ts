import type { Item, Key } from '#lib/storage/table.ts';

/*
 * | access pattern                              | how                                                       |
 * |---------------------------------------------|-----------------------------------------------------------|
 * | mails of a workspace in a period            | Query W#<workspace>#STATS, H#<hour>                        |
 * | the same of a campaign or an e-mail account | Query W#<workspace>#STATS#<id>, H#<hour>                   |
 * | how many resources of each status           | GetItem W#<workspace>#STATS, TOTALS                        |
 *
 * An item is an hour in UTC, below 1 KB, and counts by its quarters: there are time zones 15 minutes apart, and a local
 * day is the sum of its own quarters. An hour in which nothing happened has no item.
 */
const hourPrefix = 'H#';
const hourMs = 3_600_000;
const quarterMs = 900_000;
const quarters = [0, 1, 2, 3] as const;

/** @param scopeId a campaign or an e-mail account; without it, the whole workspace */
export function statsPartition(workspaceId: string, scopeId: string | undefined): string {
  return `W#${workspaceId}#STATS${scopeId === undefined ? '' : `#${scopeId}`}`;
}

export const totalsKey = (workspaceId: string): Key => ({
  pk: statsPartition(workspaceId, undefined),
  sk: 'TOTALS',
});

/** @param at epoch milliseconds */
export const hourSortKey = (at: number) =>
  `${hourPrefix}${new Date(Math.floor(at / hourMs) * hourMs).toISOString().slice(0, 13)}`;

/** The attribute that counts a kind in the quarter of an hour of a moment. */
export function quarterAttribute(kind: string, at: number): string {
  return `${kind}${Math.floor(at / quarterMs) % quarters.length}`;
}

export interface Quarter {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly counts: Readonly<Record<string, number>>;
}

export function toQuarters(item: Item, kinds: readonly string[]): Quarter[] {
  const hour = Date.parse(`${item.sk.slice(hourPrefix.length)}:00:00.000Z`);

  return quarters.map((quarter) => ({
    at: hour + quarter * quarterMs,
    counts: Object.fromEntries(kinds.map((kind) => [kind, Number(item[`${kind}${quarter}`] ?? 0)])),
  }));
}

/** `campaigns.active` as an attribute: a point in a name would be taken for a path. */
export const totalAttribute = (counter: string) => counter.replace('.', '_');
