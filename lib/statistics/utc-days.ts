import { timestamp } from '#lib/values/ids.ts';
/** A quarter of an hour. */
export const quarterMs = 900_000;
export const dayMs = 86_400_000;
export const quartersOfDay = 96;

/** UTC date, such as `2026-11-20`. @param at epoch milliseconds */
export function utcDay(at: number): string {
  return timestamp(at).slice(0, 10);
}

/** Days since 1970. */
export function dayNumber(day: string): number {
  return Date.parse(day) / dayMs;
}

export const dayOfNumber = (number: number): string => utcDay(number * dayMs);

/** The half-month of a day, identified by its first day. Days of a half-month are rolled up together. */
export function halfMonthOf(day: string): string {
  return `${day.slice(0, 8)}${day.slice(8) < '16' ? '01' : '16'}`;
}

/** The second half of a month with 31 days. */
export const halfMonthDaysMax = 16;

/** The day numbers of a half-month. */
export function daysOfHalfMonth(period: string): number[] {
  const first = dayNumber(period);

  return Array.from({ length: halfMonthDaysMax }, (_, day) => first + day).filter(
    (day) => halfMonthOf(dayOfNumber(day)) === period,
  );
}

/** Index of the day in its half-month, from 0. */
export function dayInHalfMonth(day: string): number {
  return dayNumber(day) - dayNumber(halfMonthOf(day));
}

/** Delay of a day's roll-up after its end. All events of the day are published before, unless a service is down. */
const rollUpAfterMs = 3_600_000;

/** The first day that is not due for its roll-up; all earlier days are. */
export const firstOpenDay = (now: number): string => utcDay(now - rollUpAfterMs);
