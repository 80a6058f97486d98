import { noNumbers, statKinds } from '#lib/statistics/kinds.ts';
import { pack, unpack } from '#lib/statistics/packed.ts';
import { dayNumber, periodDays, quarterMs, quartersOfDay } from '#lib/statistics/utc-days.ts';
import { shardOf } from '#lib/storage/shard.ts';
import type { Condition, Item, Key, Put } from '#lib/storage/table.ts';

/*
 * | access pattern                              | how                                                       |
 * |---------------------------------------------|-----------------------------------------------------------|
 * | what a scope counted in its last days       | Query W#<workspace>#STATS(#<scope>), H#<day>, H#<day>T<hour> |
 * | the same of half-months, cut at an hour     | Query the partition, R#<hour of the day>#<first day>       |
 * | how many resources of each status           | GetItem W#<workspace>#STATS, TOTALS                        |
 * | days that are to be folded                  | Query STATS_DAYS#<shard 0..3>, <day>#<workspace>           |
 *
 * Scopes are the workspace, a campaign, an e-mail account. All days are days in UTC.
 *
 * Events are counted in items of an hour, by its quarters: there are time zones 15 minutes apart, and a local day is the sum
 * of its own quarters. A day that is over is folded into one item with its 96 quarters, and a half-month that is over into
 * 24 items, one for each hour of the day: it says, for each day, how much came before each quarter of that hour, and how
 * much in the whole day. So a year in any zone is 24 of them: those of the hour in which the zone's days begin. What is
 * folded is deleted in the same transaction: the sum of all items is right at any moment, whatever was folded.
 */
const finePrefix = 'H#';
const hourMs = 3_600_000;
const quartersOfHour = 4;
export const hoursOfDay = 24;
export const markShards = 4;

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
  `${finePrefix}${new Date(Math.floor(at / hourMs) * hourMs).toISOString().slice(0, 13)}`;

/** Sorts before its hours. */
export const daySortKey = (day: string) => `${finePrefix}${day}`;

/** @param hour of the day @param period its first day */
export const columnSortKey = (hour: number, period: string) => `R#${String(hour).padStart(2, '0')}#${period}`;

/** The attribute that counts a kind in the quarter of an hour of a moment. */
export function quarterAttribute(kind: string, at: number): string {
  return `${kind}${Math.floor(at / quarterMs) % quartersOfHour}`;
}

/** One change of counting: an hour that has the same number of them is the same. */
export const changes = 'n';

/** What is counted in quarters of hours, from one on: by kinds, each with all its quarters. */
export interface Stretch {
  /** The quarter, counted from 1970. */
  readonly begin: number;
  readonly quarters: number;
  readonly numbers: readonly number[];
}

/** An item of an hour or of a day. */
export function toStretch(item: Item): Stretch {
  const name = item.sk.slice(finePrefix.length);
  if (isHour(item)) {
    const begin = Date.parse(`${name}:00:00.000Z`) / quarterMs;
    const numbers = statKinds.flatMap((kind) =>
      Array.from({ length: quartersOfHour }, (_, quarter) => Number(item[`${kind}${quarter}`] ?? 0)),
    );

    return { begin, quarters: quartersOfHour, numbers };
  }

  return { begin: dayNumber(name) * quartersOfDay, quarters: quartersOfDay, numbers: dayNumbers(item) };
}

export const isHour = ({ sk }: Key): boolean => sk.includes('T');

/** The day of an item of an hour or of a day. */
export const dayOfFine = ({ sk }: Key): string => sk.slice(finePrefix.length, finePrefix.length + 10);

/** @param item undefined when the day has none yet */
export const dayNumbers = (item: Item | undefined): number[] => unpacked(item, quartersOfDay);

/** Of a column: for each day, kind by kind, the whole day and what came before each quarter of the hour. */
export const columnValues = 1 + quartersOfHour;
export const columnNumbers = (item: Item | undefined): number[] => unpacked(item, periodDays * columnValues);

function unpacked(item: Item | undefined, each: number): number[] {
  const counts = item?.['counts'];
  if (counts === undefined) return noNumbers(each);
  if (!(counts instanceof Uint8Array)) throw new Error('an item of statistics has no packed numbers');

  return unpack(counts, each * statKinds.length);
}

/** A folded item in place of the one that was read, if nobody has changed it since. */
export function foldedPut(key: Key, before: Item | undefined, numbers: readonly number[]): Put {
  const version = Number(before?.[changes] ?? 0) + 1;

  return { put: { ...key, counts: pack(numbers), [changes]: version }, if: unchanged(before) };
}

export function unchanged(item: Item | undefined): Condition {
  if (!item) return { pk: 'absent' };
  const version = item[changes];

  return version === undefined
    ? { pk: 'present', [changes]: 'absent' }
    : { [changes]: { is: Number(version) } };
}

const markPrefix = 'STATS_DAYS#';
export const markPartition = (shard: number) => `${markPrefix}${shard}`;

/** Says that a workspace counted something on a day. */
export function markKey(workspaceId: string, day: string): Key {
  return { pk: markPartition(shardOf(workspaceId, markShards)), sk: `${day}#${workspaceId}` };
}

export function readMark({ sk }: Key): { readonly day: string; readonly workspaceId: string } {
  const [day = '', workspaceId = ''] = sk.split('#');

  return { day, workspaceId };
}

/** `campaigns.active` as an attribute: a point in a name would be taken for a path. */
export const totalAttribute = (counter: string) => counter.replace('.', '_');
