import { dayOfNumber, halfMonthOf, quartersOfDay } from '#lib/statistics/utc-days.ts';

interface ColumnRun {
  readonly hour: number;
  /** First days of half-months. */
  readonly first: string;
  last: string;
}

/**
 * The columns that are needed to cut days at the edges, at least one per half-month. Consecutive half-months form one run.
 */
export function columnRuns(edges: readonly number[]): ColumnRun[] {
  const cuts = edges.filter((edge) => edge % quartersOfDay !== 0);
  const hoursOf = Map.groupBy(cuts, (edge) => halfMonthOf(dayOfNumber(dayOfQuarter(edge))));
  const runs: ColumnRun[] = [];
  let openRuns = new Map<number, ColumnRun>();
  for (const period of periodsBetween(edges)) {
    const hours = new Set((hoursOf.get(period) ?? [0]).map((edge) => Math.floor((edge % quartersOfDay) / 4)));
    const current = new Map<number, ColumnRun>();
    for (const hour of hours) {
      const run = openRuns.get(hour) ?? { hour, first: period, last: period };
      if (!openRuns.has(hour)) runs.push(run);
      run.last = period;
      current.set(hour, run);
    }
    openRuns = current;
  }

  return runs;
}

function periodsBetween(edges: readonly number[]): string[] {
  const periods = new Set<string>();
  const last = dayOfQuarter((edges.at(-1) ?? 0) - 1);
  for (let day = dayOfQuarter(edges[0] ?? 0); day <= last; day++) periods.add(halfMonthOf(dayOfNumber(day)));

  return [...periods];
}

const dayOfQuarter = (quarter: number) => Math.floor(quarter / quartersOfDay);
