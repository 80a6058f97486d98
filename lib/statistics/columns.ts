import { columnNumbersPerDay, hoursOfDay, quartersOfHour } from '#lib/statistics/items.ts';
import { statKinds, zeros } from '#lib/statistics/kinds.ts';
import { dayOfNumber, halfMonthDaysMax, halfMonthOf, quartersOfDay } from '#lib/statistics/utc-days.ts';

/*
 * A column belongs to one hour of the day and one half-month. It has five numbers per kind and day, at these offsets: the count
 * from its hour on, the count before its hour, and the counts of the first three quarters of its hour. All are sums, so a day is added to a column
 * by adding numbers.
 */
const fromHourOn = 0;
const beforeHour = 1;
const firstQuarter = 2;

const positionOf = (kind: number, day: number) => (kind * halfMonthDaysMax + day) * columnNumbersPerDay;

/**
 * Adds the quarters of a day to a column.
 * @param day index in its half-month, from 0
 * @param numbers counts of the day, as in `QuarterCounts`
 */
export function addDay(column: number[], hour: number, day: number, numbers: readonly number[]): void {
  for (const kind of statKinds.keys()) {
    const offset = positionOf(kind, day);
    for (let quarter = 0; quarter < quartersOfDay; quarter++) {
      const count = numbers[kind * quartersOfDay + quarter] ?? 0;
      const quarterFromHour = quarter - hour * quartersOfHour;
      add(column, offset + (quarterFromHour < 0 ? beforeHour : fromHourOn), count);
      if (quarterFromHour >= 0 && quarterFromHour < quartersOfHour - 1)
        add(column, offset + firstQuarter + quarterFromHour, count);
    }
  }
}

/** Counts of a day before a quarter of the column's hour, by kind. @param quarters of the hour, 0..3 */
export function countedBefore(column: readonly number[], day: number, quarters: number): number[] {
  return [...statKinds.keys()].map((kind) => {
    const offset = positionOf(kind, day);
    const quarterCounts = column.slice(offset + firstQuarter, offset + firstQuarter + quarters);

    return quarterCounts.reduce((sum, count) => sum + count, column[offset + beforeHour] ?? 0);
  });
}

/** Counts of a whole day, by kind. */
export function countedInDay(column: readonly number[], day: number): number[] {
  return [...statKinds.keys()].map((kind) => {
    const offset = positionOf(kind, day);

    return (column[offset + fromHourOn] ?? 0) + (column[offset + beforeHour] ?? 0);
  });
}

/** The quarters of a day, from all columns of its half-month. */
export function dayOfColumns(columns: readonly (readonly number[])[], day: number): number[] {
  const numbers = zeros(quartersOfDay);
  // The cumulative counts before each quarter, in order, and finally the count of the whole day.
  const cumulativeCounts = columns.flatMap((column) =>
    Array.from({ length: quartersOfHour }, (_, quarter) => countedBefore(column, day, quarter)),
  );
  cumulativeCounts.push(countedInDay(columns[hoursOfDay - 1] ?? [], day));
  for (const kind of statKinds.keys()) {
    for (let quarter = 0; quarter < quartersOfDay; quarter++) {
      numbers[kind * quartersOfDay + quarter] =
        (cumulativeCounts[quarter + 1]?.[kind] ?? 0) - (cumulativeCounts[quarter]?.[kind] ?? 0);
    }
  }

  return numbers;
}

function add(numbers: number[], position: number, count: number): void {
  numbers[position] = (numbers[position] ?? 0) + count;
}

/** Consecutive half-months with columns of the same hour. One query reads them. */
export interface ColumnRun {
  readonly hour: number;
  /** The first and the last half-month, each as its first day. */
  readonly first: string;
  last: string;
}

/**
 * The columns to read for the counts between edges. A half-month needs a column for each hour that contains an edge within a
 * day. Without such an edge, it needs the column of hour 0. Consecutive half-months form one run.
 * @param edges numbers of quarters since 1970 at which intervals begin or end, ascending
 */
export function columnRuns(edges: readonly number[]): ColumnRun[] {
  const innerEdges = edges.filter((edge) => edge % quartersOfDay !== 0);
  const edgesByHalfMonth = Map.groupBy(innerEdges, (edge) => halfMonthOf(dayOfNumber(dayOfQuarter(edge))));
  const runs: ColumnRun[] = [];
  let openRuns = new Map<number, ColumnRun>();
  for (const halfMonth of halfMonthsBetween(edges)) {
    const hours = new Set(
      (edgesByHalfMonth.get(halfMonth) ?? [0]).map((edge) =>
        Math.floor((edge % quartersOfDay) / quartersOfHour),
      ),
    );
    const currentRuns = new Map<number, ColumnRun>();
    for (const hour of hours) {
      const run = openRuns.get(hour) ?? { hour, first: halfMonth, last: halfMonth };
      if (!openRuns.has(hour)) runs.push(run);
      run.last = halfMonth;
      currentRuns.set(hour, run);
    }
    openRuns = currentRuns;
  }

  return runs;
}

function halfMonthsBetween(edges: readonly number[]): string[] {
  const halfMonths = new Set<string>();
  const last = dayOfQuarter((edges.at(-1) ?? 0) - 1);
  for (let day = dayOfQuarter(edges[0] ?? 0); day <= last; day++)
    halfMonths.add(halfMonthOf(dayOfNumber(day)));

  return [...halfMonths];
}

const dayOfQuarter = (quarter: number) => Math.floor(quarter / quartersOfDay);
