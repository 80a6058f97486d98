import { retryOnConflict, StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { addDay } from '#lib/statistics/columns.ts';
import {
  columnNumbers,
  columnSortKey,
  dayNumbers,
  dayOfItem,
  daySortKey,
  hourSortKey,
  hoursOfDay,
  ifUnchanged,
  isHour,
  rolledUpPut,
  statsPartition,
  toQuarterCounts,
} from '#lib/statistics/items.ts';
import { statKinds } from '#lib/statistics/kinds.ts';
import { dayInHalfMonth, dayMs, halfMonthOf, quartersOfDay } from '#lib/statistics/utc-days.ts';
import type { Item, Key, Table, Write } from '#lib/storage/table.ts';

/** Maximum number of items per roll-up: days, and hours that are not rolled up yet. The next run handles the others. */
const itemsMax = 500;

/** The error of a write with a failed condition; `retryOnConflict` then reads and plans again. */
const otherwise = () => new StaleDecision('the statistics changed concurrently');

/**
 * Rolls up the hours of a completed day into the day's item. If a count changes in the meantime, it starts again. Later
 * counts create new hour items, which are rolled up later. Idempotent.
 * @throws StaleDecision when counts changed during every attempt
 */
export async function rollUpDay(
  table: Table,
  workspaceId: string,
  scopeId: string | undefined,
  day: string,
): Promise<void> {
  const pk = statsPartition(workspaceId, scopeId);
  await retryOnConflict(async () => {
    const { rolledUp, hours } = await readDay(table, pk, day);
    if (hours.length === 0) return;
    const put = rolledUpPut({ pk, sk: daySortKey(day) }, rolledUp, withHours(dayNumbers(rolledUp), hours));
    await table.transact([{ ...put, otherwise }, ...hours.map(deleteUnchanged)]);
  });
}

/**
 * Rolls up all days before a day into the columns of their half-months: one item per hour of the day, with the counts of this
 * hour on each day.
 * @param firstDay the first day of a half-month, such as `2026-11-16`
 * @throws StaleDecision when concurrent roll-ups interfere with every attempt
 */
export async function rollUpDaysBefore(
  table: Table,
  workspaceId: string,
  scopeId: string | undefined,
  firstDay: string,
): Promise<void> {
  const pk = statsPartition(workspaceId, scopeId);
  await retryOnConflict(async () => {
    const { items } = await table.query({
      pk,
      sk: { from: daySortKey(''), to: daySortKey(firstDay) },
      limit: itemsMax,
      consistent: true,
    });
    const days = items.filter((item) => !isHour(item) && dayOfItem(item) < firstDay);
    for (const [halfMonth, itemsOfDays] of Map.groupBy(days, (item) => halfMonthOf(dayOfItem(item)))) {
      await rollUpHalfMonth(table, pk, halfMonth, itemsOfDays);
    }
  });
}

/** Adds days to the 24 columns of their half-month, and deletes the day items. */
async function rollUpHalfMonth(
  table: Table,
  pk: string,
  halfMonth: string,
  days: readonly Item[],
): Promise<void> {
  const columns = await readColumns(table, pk, halfMonth);
  const puts = columns.map(({ key, item }, hour): Write => {
    const numbers = columnNumbers(item);
    for (const day of days) addDay(numbers, hour, dayInHalfMonth(dayOfItem(day)), dayNumbers(day));

    return { ...rolledUpPut(key, item, numbers), otherwise };
  });
  await table.transact([...puts, ...days.map(deleteUnchanged)]);
}

/** The items of a day: its hours, and the day item if it was rolled up before. Strongly consistent. */
export async function readDay(
  table: Table,
  pk: string,
  day: string,
): Promise<{ readonly rolledUp: Item | undefined; readonly hours: readonly Item[] }> {
  const { items } = await table.query({
    pk,
    sk: { from: daySortKey(day), to: hourSortKey(Date.parse(day) + dayMs - 1) },
    limit: 1 + hoursOfDay,
    consistent: true,
  });

  return { rolledUp: items.find((item) => !isHour(item)), hours: items.filter(isHour) };
}

/** The columns of a half-month by hour. Their items do not exist before the first roll-up. Strongly consistent. */
export async function readColumns(
  table: Table,
  pk: string,
  halfMonth: string,
): Promise<{ readonly key: Key; readonly item: Item | undefined }[]> {
  const keys = Array.from({ length: hoursOfDay }, (_, hour) => ({ pk, sk: columnSortKey(hour, halfMonth) }));
  const [first, ...others] = keys;
  // One transaction creates all columns, so if the first does not exist, the others need not be read.
  const firstItem = first && (await table.get(first, { consistent: true }));
  const columnItems = firstItem ? [firstItem, ...(await table.getMany(others, { consistent: true }))] : [];
  const byKey = new Map(columnItems.map((item) => [item.sk, item]));

  return keys.map((key) => ({ key, item: byKey.get(key.sk) }));
}

/** The quarters of a day by kind, plus the counts of these hours. */
export function withHours(numbers: readonly number[], hours: readonly Item[]): number[] {
  const sums = [...numbers];
  for (const { begin, quarters: quarterCount, numbers: hourNumbers } of hours.map(toQuarterCounts)) {
    for (const kind of statKinds.keys()) {
      for (let quarter = 0; quarter < quarterCount; quarter++) {
        // `begin` counts the quarters since 1970; the remainder is the position in the day.
        const at = kind * quartersOfDay + ((begin + quarter) % quartersOfDay);
        sums[at] = (sums[at] ?? 0) + (hourNumbers[kind * quarterCount + quarter] ?? 0);
      }
    }
  }

  return sums;
}

function deleteUnchanged(item: Item): Write {
  return { delete: { pk: item.pk, sk: item.sk }, if: ifUnchanged(item), otherwise };
}
