import { daysMax, type StatisticsQuery } from '#lib/dashboard/statistics.ts';
import type { StatisticsPeriod } from '#lib/statistics/days.ts';
import { invalidField } from '#lib/values/problem.ts';
import { addDays } from '#lib/values/time-zones.ts';

const daysDefault = 30;
const dayMs = 86_400_000;

/**
 * The period of a query. By default it has 30 days and ends today, or with `from` if that is in the future.
 * @throws Problem 422 for a period that ends before it starts or is too long
 */
export function requestedPeriod({ from, to }: StatisticsQuery, today: string): StatisticsPeriod {
  const last = to ?? (from !== undefined && from > today ? from : today);
  const first = from ?? addDays(last, 1 - daysDefault);
  if (first > last) throw invalidField('to', 'order', 'must not be before from');
  if (addDays(first, daysMax) <= last) {
    throw invalidField('from', 'too_big', `must be at most ${daysMax} days before to`);
  }

  return { from: first, to: last };
}

export function datesOf({ from, to }: StatisticsPeriod): string[] {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;

  return Array.from({ length: days }, (_, day) => addDays(from, day));
}

/** The series date of a date: the date itself, or the Monday of its week. */
export function seriesDateOf(date: string, granularity: StatisticsQuery['granularity']): string {
  const daysSinceMonday = (new Date(date).getUTCDay() + 6) % 7;

  return granularity === 'week' ? addDays(date, -daysSinceMonday) : date;
}
