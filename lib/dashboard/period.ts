import { daysMax, type StatisticsQuery } from '#lib/dashboard/statistics.ts';
import { dayNumber } from '#lib/statistics/utc-days.ts';
import { invalidField } from '#lib/values/problem.ts';
import { addDays, localDate } from '#lib/values/time-zones.ts';

const daysDefault = 30;

/** Local dates, both inclusive. */
interface Period {
  readonly from: string;
  readonly to: string;
}

/**
 * The period of a query. By default it has 30 days and ends today, or with `from` if that is in the future.
 * @throws Problem 422 for a period that ends before it starts or is too long
 */
export function requestedPeriod({ from, to, timezone }: StatisticsQuery, now: number): Period {
  const today = localDate(now, timezone);
  const last = to ?? (from !== undefined && from > today ? from : today);
  const first = from ?? addDays(last, 1 - daysDefault);
  if (first > last) throw invalidField('to', 'order', 'must not be before from');
  if (addDays(first, daysMax) <= last) {
    throw invalidField('from', 'too_big', `must be at most ${daysMax} days before to`);
  }

  return { from: first, to: last };
}

export function datesOf({ from, to }: Period): string[] {
  return Array.from({ length: dayNumber(to) - dayNumber(from) + 1 }, (_, day) => addDays(from, day));
}

/** The series date of a date: the date itself, or the Monday of its week. */
export function seriesDateOf(date: string, granularity: StatisticsQuery['granularity']): string {
  const daysSinceMonday = (new Date(date).getUTCDay() + 6) % 7;

  return granularity === 'week' ? addDays(date, -daysSinceMonday) : date;
}
