import type { Schedule } from '#lib/campaigns/state/schedule.ts';
import { addDays, localDate, momentOf, weekdays } from '#lib/values/time-zones.ts';
import { offsetPeriodAt } from '#lib/values/zone-offsets.ts';

/** Days to search: 100 blackout dates can close the same weekday for 100 weeks. */
const daysAheadMax = 7 * 101;

/** A longer interval is returned in parts. */
const intervalMsMax = 7 * 86_400_000;

/** Continuous sending time, in epoch milliseconds. `closesAt` is exclusive. */
interface SendingInterval {
  readonly opensAt: number;
  readonly closesAt: number;
}

/**
 * The first interval of sending time at or after `from`; undefined if no interval follows. Adjacent windows form one
 * interval, also across midnight. A longer interval than a week is cut at the end of a local day.
 *
 * Local time decides: sending time is when the zone's clock shows a time within a window and the local date is not a
 * blackout date. If the clock skips the start of a window (daylight saving time), the window opens after the skipped
 * hour. If the clock skips the whole window, the window does not open on that day. When the clock is set back, a closed
 * window does not open again.
 *
 * Pure, except for the runtime's time zone database.
 * @param zone applies to windows and blackout dates; `startAt` and `endAt` are absolute times
 * @throws RangeError for an unknown time zone
 */
export function nextWindow(
  schedule: Schedule,
  from: number,
  zone: string = schedule.timezone,
): SendingInterval | undefined {
  const begin = Math.max(from, schedule.startAt === null ? from : Date.parse(schedule.startAt));
  const end = schedule.endAt === null ? Number.POSITIVE_INFINITY : Date.parse(schedule.endAt);
  if (begin >= end) return undefined;
  let date = localDate(begin, zone);
  let interval: SendingInterval | undefined;

  for (let day = 0; day <= daysAheadMax; day++) {
    for (const { opensAt, closesAt } of intervalsOn(schedule, date, zone)) {
      if (closesAt <= begin) continue;
      if (interval && opensAt > interval.closesAt) return limitEnd(interval, end);
      interval = {
        opensAt: interval?.opensAt ?? Math.max(opensAt, begin),
        closesAt: Math.max(interval?.closesAt ?? closesAt, closesAt),
      };
    }
    date = addDays(date, 1);
    // No window of the next date can continue the interval, or the interval is long enough.
    if (interval && (interval.closesAt < momentOf(date, 0, zone) || lengthOf(interval) >= intervalMsMax))
      break;
  }

  return interval && limitEnd(interval, end);
}

/** The first time at or after `from` at which emails may be sent; undefined if no window follows. Epoch milliseconds. */
export function nextOpening(schedule: Schedule, from: number, zone?: string): number | undefined {
  return nextWindow(schedule, from, zone)?.opensAt;
}

function lengthOf({ opensAt, closesAt }: SendingInterval): number {
  return closesAt - opensAt;
}

function limitEnd({ opensAt, closesAt }: SendingInterval, end: number): SendingInterval | undefined {
  return opensAt < end ? { opensAt, closesAt: Math.min(closesAt, end) } : undefined;
}

/** The intervals of a local date, ordered by start. They may overlap. */
function intervalsOn({ windows, blackoutDates }: Schedule, date: string, zone: string): SendingInterval[] {
  if (blackoutDates.includes(date)) return [];
  const weekday = weekdays[new Date(date).getUTCDay()];

  return windows
    .filter(({ days }) => days.some((each) => each === weekday))
    .flatMap(({ from, to }) => intervalsOf(date, minutesOf(from), minutesOf(to), zone))
    .sort((one, other) => one.opensAt - other.opensAt);
}

/** One interval, or two if the clock is set back within the window to a time before its start. */
function intervalsOf(date: string, from: number, to: number, zone: string): SendingInterval[] {
  const intervals: SendingInterval[] = [];
  // The local start time, in milliseconds as if the zone were UTC.
  const fromLocal = Date.parse(date) + from * 60_000;
  const end = momentOf(date, to, zone);
  for (let begin = momentOf(date, from, zone); begin < end; ) {
    const { offset, until } = offsetPeriodAt(begin, zone);
    // At `fromLocal - offset`, a clock with this offset shows the start of the window.
    const opensAt = Math.max(begin, fromLocal - offset);
    const closesAt = Math.min(until, end);
    if (opensAt < closesAt) intervals.push({ opensAt, closesAt });
    begin = until;
  }

  return intervals;
}

function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');

  return Number(hours) * 60 + Number(minutes);
}
