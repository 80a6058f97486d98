export const quarterMs = 900_000;
export const dayMs = 86_400_000;
export const quartersOfDay = 96;

/** `2026-11-20`. @param at epoch milliseconds */
export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Days since 1970. */
export function dayNumber(day: string): number {
  return Date.parse(day) / dayMs;
}

export const dayOfNumber = (number: number): string => utcDay(number * dayMs);

/** Half a month, named by its first day: what is folded a second time together. */
export function periodOf(day: string): string {
  return `${day.slice(0, 8)}${day.slice(8) < '16' ? '01' : '16'}`;
}

export const periodDays = 16;

/** Their numbers. */
export function daysOfPeriod(period: string): number[] {
  const first = dayNumber(period);

  return Array.from({ length: periodDays }, (_, day) => first + day).filter(
    (day) => periodOf(dayOfNumber(day)) === period,
  );
}

/** Which of its period's days it is, from 0. */
export function dayInPeriod(day: string): number {
  return dayNumber(day) - dayNumber(periodOf(day));
}

/** How long after its end a day is folded: by then its events have been published, unless something is down. */
const foldAfterMs = 3_600_000;

/** The first day that is not folded yet. */
export const firstOpenDay = (now: number): string => utcDay(now - foldAfterMs);
