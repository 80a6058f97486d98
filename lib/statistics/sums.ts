import { type ColumnRun, columnRuns, countedBefore, countedInDay } from '#lib/statistics/columns.ts';
import {
  columnNumbers,
  columnSortKey,
  daySortKey,
  hourSortKey,
  type QuarterCounts,
  quartersOfHour,
  statsPartition,
  toQuarterCounts,
} from '#lib/statistics/items.ts';
import { addTo, type Counts, countsOf, statKinds, zeros } from '#lib/statistics/kinds.ts';
import {
  dayInHalfMonth,
  dayOfNumber,
  daysOfHalfMonth,
  quarterMs,
  quartersOfDay,
  utcDay,
} from '#lib/statistics/utc-days.ts';
import { readItems } from '#lib/storage/read-all.ts';
import type { Table } from '#lib/storage/table.ts';

/** Items per query. */
const limit = 5000;

/**
 * Counts of a scope for each interval between consecutive times. A quarter of an hour belongs to the interval of its
 * start. Eventually consistent.
 * @param scopeId a campaign or an email account; undefined for the whole workspace
 * @param moments epoch milliseconds, ascending, at least two
 */
export async function readSums(
  table: Table,
  workspaceId: string,
  scopeId: string | undefined,
  moments: readonly number[],
): Promise<Counts[]> {
  // Numbers of quarters since 1970 at which intervals begin or end.
  const edges = moments.map((moment) => Math.ceil(moment / quarterMs));
  const pk = statsPartition(workspaceId, scopeId);
  const [quarterItems, columns] = await Promise.all([
    readQuarterCounts(table, pk, edges),
    readColumnsByDay(table, pk, edges),
  ]);
  const sums = edges.slice(1).map(() => zeros());
  for (const quarterCounts of quarterItems) addQuarterCounts(sums, edges, quarterCounts);
  for (const [day, dayColumns] of columns) addColumns(sums, edges, day, dayColumns);

  return sums.map(countsOf);
}

/** Counts of a scope between two times. @param period epoch milliseconds, the end exclusive */
export async function countsBetween(
  table: Table,
  workspaceId: string,
  scopeId: string | undefined,
  { beginsAt, endsAt }: { readonly beginsAt: number; readonly endsAt: number },
): Promise<Counts> {
  const [counts] = await readSums(table, workspaceId, scopeId, [beginsAt, endsAt]);

  return counts ?? countsOf([]);
}

const firstOf = (edges: readonly number[]) => edges[0] ?? 0;
const lastOf = (edges: readonly number[]) => edges.at(-1) ?? 0;

/** The items of hours, and of days without columns. The key of a day sorts before the keys of its hours. */
function readQuarterCounts(table: Table, pk: string, edges: readonly number[]): Promise<QuarterCounts[]> {
  const from = daySortKey(utcDay(firstOf(edges) * quarterMs));
  const to = hourSortKey((lastOf(edges) - 1) * quarterMs);

  return Array.fromAsync(readItems(table, { pk, from, to, limit }), toQuarterCounts);
}

/**
 * The columns at which the edges cut days, by day number and hour. A column has, for one hour of the day and each day of a
 * half-month, the counts since the start of the day: see `items.ts`.
 */
async function readColumnsByDay(
  table: Table,
  pk: string,
  edges: readonly number[],
): Promise<Map<number, Map<number, number[]>>> {
  const byDay = new Map<number, Map<number, number[]>>();
  const readRun = async ({ hour, first, last }: ColumnRun) => {
    const range = { pk, from: columnSortKey(hour, first), to: columnSortKey(hour, last), limit };
    for await (const item of readItems(table, range)) {
      const numbers = columnNumbers(item);
      // The sort key ends with the first day of the half-month.
      for (const day of daysOfHalfMonth(item.sk.slice(-10))) {
        byDay.set(day, (byDay.get(day) ?? new Map()).set(hour, numbers));
      }
    }
  };
  await Promise.all(columnRuns(edges).map(readRun));

  return byDay;
}

function addQuarterCounts(
  sums: readonly number[][],
  edges: readonly number[],
  quarterCounts: QuarterCounts,
): void {
  const { begin, quarters, numbers } = quarterCounts;
  for (let quarter = 0; quarter < quarters; quarter++) {
    const sum = sums[intervalOf(edges, begin + quarter)];
    if (!sum) continue;
    for (const kind of statKinds.keys()) {
      sum[kind] = (sum[kind] ?? 0) + (numbers[kind * quarters + quarter] ?? 0);
    }
  }
}

/**
 * Adds a day that was rolled up into columns. The edges divide the day into pieces. The count of a piece is the count before its
 * end minus the count before its start.
 */
function addColumns(
  sums: readonly number[][],
  edges: readonly number[],
  day: number,
  columns: ReadonlyMap<number, number[]>,
): void {
  const begin = day * quartersOfDay;
  const end = begin + quartersOfDay;
  const position = dayInHalfMonth(dayOfNumber(day));
  const countsBefore = (edge: number): number[] => {
    if (edge === begin) return zeros();
    // Every column also has the counts of whole days, so any one of them suffices.
    if (edge === end) return countedInDay(columns.values().next().value ?? [], position);
    const hour = Math.floor((edge - begin) / quartersOfHour);

    return countedBefore(columns.get(hour) ?? [], position, (edge - begin) % quartersOfHour);
  };
  const pieceBounds = [
    ...(firstOf(edges) <= begin ? [begin] : []),
    ...edges.filter((edge) => edge > begin && edge < end),
    ...(lastOf(edges) >= end ? [end] : []),
  ];
  for (const [index, pieceBegin] of pieceBounds.entries()) {
    const pieceEnd = pieceBounds[index + 1];
    const sum = sums[intervalOf(edges, pieceBegin)];
    if (pieceEnd === undefined || pieceEnd === pieceBegin || !sum) continue;
    addTo(sum, countsBefore(pieceEnd));
    addTo(sum, countsBefore(pieceBegin), -1);
  }
}

/** The index of the last edge at or before a quarter, which identifies its interval; -1 before the first edge. */
function intervalOf(edges: readonly number[], quarter: number): number {
  return edges.findLastIndex((edge) => edge <= quarter);
}
