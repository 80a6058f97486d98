const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const historyDays = 90;

/** Times of the history. People work from Monday to Friday. */
export interface Calendar {
  /** A time on a day of the history; on a weekend, the following Monday. @param day zero-based @param hour of the day, UTC */
  at(day: number, hour: number): number;
}

/** @param begin epoch milliseconds */
export function createCalendar(begin: number): Calendar {
  // Day 0 is the first whole day.
  const firstDay = Math.ceil(begin / dayMs) * dayMs;

  return {
    at: (day, hour) => workingDay(firstDay + day * dayMs) + Math.round(hour * hourMs),
  };
}

/** Seven o'clock on the next working day, UTC. */
export function nextWorkingMorning(now: number): number {
  return workingDay((Math.floor(now / dayMs) + 1) * dayMs) + 7 * hourMs;
}

/** A midnight, or the midnight of the following Monday if it begins a day of a weekend. */
function workingDay(midnight: number): number {
  const weekday = new Date(midnight).getUTCDay();
  const daysUntilMonday = new Map([
    [6, 2],
    [0, 1],
  ]);

  return midnight + (daysUntilMonday.get(weekday) ?? 0) * dayMs;
}
