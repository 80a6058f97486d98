import { addDays, momentOf } from '#lib/values/time-zones.ts';

export interface PeriodSearch {
  /** Days up to today, 30 by default, or `dates` with `from` and `to`. */
  readonly period?: '7' | '90' | '365' | 'dates';
  readonly from?: string;
  readonly to?: string;
}

/** Days of the workspace, both inclusive: `2026-11-25`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const dayMs = 86_400_000;
/** A chart of more days has one point per week. */
const dailyPointsMax = 92;

/** The period that the search parameters select. With `dates` and no `from`, these are the 30 days up to `to`. */
export function periodOf({ period, from, to }: PeriodSearch, today: string): Period {
  if (period === 'dates') return { from: from ?? addDays(to ?? today, -29), to: to ?? today };

  return { from: addDays(today, 1 - Number(period ?? 30)), to: today };
}

export const granularityOf = ({ from, to }: Period): 'day' | 'week' =>
  (Date.parse(to) - Date.parse(from)) / dayMs > dailyPointsMax ? 'week' : 'day';

/** The period as filters for a list of events, from midnight to midnight in the zone of the workspace. */
export function eventTimesOf({ from, to, timezone }: Period & { readonly timezone: string }) {
  const midnight = (date: string) => new Date(momentOf(date, 0, timezone)).toISOString();

  return { after: midnight(from), before: midnight(addDays(to, 1)) };
}
