import { toLocalInput } from '../../components/table/local-time.ts';

interface PeriodSearch {
  /** Days up to today, 30 by default, or `dates` with `from` and `to`. */
  readonly period?: '7' | '90' | '365' | 'dates';
  readonly from?: string;
  readonly to?: string;
}

/** Local dates, both inclusive: `2026-11-25`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const dayMs = 86_400_000;
/** A chart of more days has one point per week. */
const dailyPointsMax = 92;

/** The period that the search parameters select. With `dates` and no `from`, these are the 30 days up to `to`. */
export function periodOf({ period, from, to }: PeriodSearch, now = Date.now()): Period {
  const today = toLocalInput(new Date(now)).slice(0, 10);
  if (period === 'dates') return { from: from ?? daysBefore(to ?? today, 29), to: to ?? today };

  return { from: daysBefore(today, Number(period ?? 30) - 1), to: today };
}

export const granularityOf = ({ from, to }: Period): 'day' | 'week' =>
  (Date.parse(to) - Date.parse(from)) / dayMs > dailyPointsMax ? 'week' : 'day';

/** The period as filters for a list of events, from midnight to midnight in the viewer's zone. */
export function eventTimesOf({ from, to }: Period): { readonly after: string; readonly before: string } {
  const end = new Date(`${to}T00:00:00`);
  end.setDate(end.getDate() + 1);

  return { after: new Date(`${from}T00:00:00`).toISOString(), before: end.toISOString() };
}

const daysBefore = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * dayMs).toISOString().slice(0, 10);
