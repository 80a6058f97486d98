import { type Schedule, weekdays } from '#lib/campaigns/schedule.ts';
import { addDays, localDate, momentOf } from '#lib/runtime/time-zones.ts';

/** Longer than any run of blackout dates and weekdays without a window that a schedule can have. */
const daysAheadMax = 7 * 101;

/**
 * The first moment from `from` on at which mails may leave; undefined when there will be none. Epoch milliseconds.
 * Pure, but for the zone database of the runtime.
 */
export function nextOpening(schedule: Schedule, from: number): number | undefined {
  const { timezone, startAt, endAt } = schedule;
  const begin = Math.max(from, startAt === null ? from : Date.parse(startAt));
  const end = endAt === null ? Number.POSITIVE_INFINITY : Date.parse(endAt);
  if (begin >= end) return undefined;
  // Yesterday's windows may last: a time that summer time skips is moved on.
  const firstDate = addDays(localDate(begin, timezone), -1);

  for (let day = 0; day <= daysAheadMax; day++) {
    const openings = windowsOn(schedule, addDays(firstDate, day))
      .filter(({ closesAt }) => closesAt > begin)
      .map(({ opensAt }) => Math.max(opensAt, begin));
    if (openings.length > 0) {
      const opening = Math.min(...openings);

      return opening < end ? opening : undefined;
    }
  }

  return undefined;
}

/** How long mails may leave on a local date, in milliseconds. Windows that overlap count once. */
export function openMsOn(schedule: Schedule, date: string, from: number): number {
  const windows = windowsOn(schedule, date).sort((one, other) => one.opensAt - other.opensAt);
  let openMs = 0;
  let countedUntil = from;
  for (const { opensAt, closesAt } of windows) {
    openMs += Math.max(0, closesAt - Math.max(opensAt, countedUntil));
    countedUntil = Math.max(countedUntil, closesAt);
  }

  return openMs;
}

function windowsOn({ timezone, windows, blackoutDates }: Schedule, date: string) {
  if (blackoutDates.includes(date)) return [];
  const weekday = weekdays[new Date(date).getUTCDay()];

  return windows
    .filter(({ days }) => days.some((each) => each === weekday))
    .map(({ from, to }) => ({
      opensAt: momentOf(date, minutesOf(from), timezone),
      closesAt: momentOf(date, minutesOf(to), timezone),
    }))
    .filter(({ opensAt, closesAt }) => opensAt < closesAt);
}

function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');

  return Number(hours) * 60 + Number(minutes);
}
