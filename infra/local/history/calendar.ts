const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const historyDays = 90;

/**
 * A time on a day of the history. People work from Monday to Friday: a day of a weekend becomes the following Monday.
 * @param begin of the history, epoch milliseconds; day 0 is its first whole day
 * @param hour of the day, UTC
 */
export function workingTime(begin: number, day: number, hour: number): number {
  const firstDay = Math.ceil(begin / dayMs) * dayMs;

  return workingDay(firstDay + day * dayMs) + Math.round(hour * hourMs);
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
