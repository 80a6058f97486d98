import { statKinds, zeros } from '#lib/statistics/kinds.ts';
import { packNumbers, unpackNumbers } from '#lib/statistics/packed.ts';
import { dayNumber, halfMonthDaysMax, quarterMs, quartersOfDay } from '#lib/statistics/utc-days.ts';
import { shardOf } from '#lib/storage/item.ts';
import type { Condition, Item, Key, Put } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';

/*
 * | access pattern                              | how                                                       |
 * |---------------------------------------------|-----------------------------------------------------------|
 * | counts of a scope in recent days            | Query W#<workspace>#STATS(#<scope>), H#<day>, H#<day>T<hour> |
 * | counts of half-months, cut at an hour       | Query the partition, R#<hour of the day>#<first day>       |
 * | counts of a campaign by step, by day        | Query W#<workspace>#STATS#<campaign>, B#<day>              |
 * | number of resources of each status          | GetItem W#<workspace>#STATS, TOTALS                        |
 * | days to roll up                             | Query STATS_DAYS#<shard 0..3>, <day>#<workspace>           |
 *
 * A scope is the workspace, a campaign or an email account. All days are UTC days.
 *
 * Events are counted in hour items by quarter of an hour, because some time zones are offset by 15 minutes; a local day is
 * the sum of its quarters. A completed day is rolled up into one item with its 96 quarters. A completed half-month is rolled
 * up into 24 items, one per hour of the day. Each yields, for every day, the count from the start of the day to each quarter of
 * that hour, and the count of the whole day: see `columns.ts`. So a time zone needs only one item per half-month, the item of
 * the UTC hour in which its days start: 24 items for a year.
 * A roll-up deletes the items that it replaces in its transaction, so the sum of all items is always correct.
 */
const hourPrefix = 'H#';
export const quartersOfHour = 4;
export const hoursOfDay = 24;
export const markShards = 4;

/** @param scopeId a campaign or an email account; undefined for the whole workspace */
export function statsPartition(workspaceId: string, scopeId: string | undefined): string {
  return `W#${workspaceId}#STATS${scopeId === undefined ? '' : `#${scopeId}`}`;
}

export const totalsKey = (workspaceId: string): Key => ({
  pk: statsPartition(workspaceId, undefined),
  sk: 'TOTALS',
});

/** Such as `H#2026-11-20T09`. @param at epoch milliseconds */
export const hourSortKey = (at: number) => `${hourPrefix}${timestamp(at).slice(0, 13)}`;

/** Sorts before the day's hours. */
export const daySortKey = (day: string) => `${hourPrefix}${day}`;

/** @param hour of the day @param period first day of the half-month */
export const columnSortKey = (hour: number, period: string) => `R#${String(hour).padStart(2, '0')}#${period}`;

/** The attribute that counts a kind in the quarter of an hour that contains `at`. */
export function quarterAttribute(kind: string, at: number): string {
  return `${kind}${Math.floor(at / quarterMs) % quartersOfHour}`;
}

/** Change counter of an item. An unchanged value means that the counts are unchanged. */
export const changeCounter = 'n';

/** Counts of consecutive quarters of an hour: per kind, one number for each quarter. */
export interface QuarterCounts {
  /** Number of the first quarter since 1970. */
  readonly begin: number;
  /** Number of quarters. */
  readonly quarters: number;
  readonly numbers: readonly number[];
}

/** Parses the item of an hour or a day. */
export function toQuarterCounts(item: Item): QuarterCounts {
  const name = item.sk.slice(hourPrefix.length);
  if (isHour(item)) {
    const begin = Date.parse(`${name}:00:00.000Z`) / quarterMs;
    const numbers = statKinds.flatMap((kind) =>
      Array.from({ length: quartersOfHour }, (_, quarter) => Number(item[`${kind}${quarter}`] ?? 0)),
    );

    return { begin, quarters: quartersOfHour, numbers };
  }

  return { begin: dayNumber(name) * quartersOfDay, quarters: quartersOfDay, numbers: dayNumbers(item) };
}

/** Whether an item is an hour, not a day: only the sort key of an hour has a `T`. */
export const isHour = ({ sk }: Key): boolean => sk.includes('T');

/** The day of an hour or day item, such as `2026-11-20`. */
export const dayOfItem = ({ sk }: Key): string => sk.slice(hourPrefix.length, hourPrefix.length + 10);

/** @param item undefined when the day has no item yet */
export const dayNumbers = (item: Item | undefined): number[] => unpacked(item, quartersOfDay);

/** Numbers of a column per day and kind: see `columns.ts`. */
export const columnNumbersPerDay = 1 + quartersOfHour;
export const columnNumbers = (item: Item | undefined): number[] =>
  unpacked(item, halfMonthDaysMax * columnNumbersPerDay);

/** @param numbersPerKind length of the list for one kind */
function unpacked(item: Item | undefined, numbersPerKind: number): number[] {
  const counts = item?.['counts'];
  if (counts === undefined) return zeros(numbersPerKind);
  if (!(counts instanceof Uint8Array)) throw new Error('a statistics item has no packed numbers');

  return unpackNumbers(counts, numbersPerKind * statKinds.length);
}

/** The write that replaces an item by a rolled-up one. It fails if the item has changed since it was read. */
export function rolledUpPut(key: Key, before: Item | undefined, numbers: readonly number[]): Put {
  const version = Number(before?.[changeCounter] ?? 0) + 1;

  return { put: { ...key, counts: packNumbers(numbers), [changeCounter]: version }, if: ifUnchanged(before) };
}

/** The condition that an item has not changed since it was read. @param item undefined if it did not exist */
export function ifUnchanged(item: Item | undefined): Condition {
  if (!item) return { pk: 'absent' };
  const version = item[changeCounter];

  return version === undefined
    ? { pk: 'present', [changeCounter]: 'absent' }
    : { [changeCounter]: { is: Number(version) } };
}

const markPrefix = 'STATS_DAYS#';
export const markPartition = (shard: number) => `${markPrefix}${shard}`;

/** Marks that a workspace has new counts on a day. */
export function markKey(workspaceId: string, day: string): Key {
  return { pk: markPartition(shardOf(workspaceId, markShards)), sk: `${day}#${workspaceId}` };
}

export function readMark({ sk }: Key): { readonly day: string; readonly workspaceId: string } {
  const [day = '', workspaceId = ''] = sk.split('#');

  return { day, workspaceId };
}

/** `campaigns.active` as an attribute name: DynamoDB would read a dot as a path. */
export const totalAttribute = (counter: string) => counter.replace('.', '_');
