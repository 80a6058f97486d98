import { type Schedule, weekdays } from '#lib/campaigns/definition/schedule.ts';
import { addDays, localDate, momentOf } from '#lib/values/time-zones.ts';
import { stretchAt } from '#lib/values/zone-offsets.ts';

/** Longer than any run of blackout dates and weekdays without a window that a schedule can have. */
const daysAheadMax = 7 * 101;

/** Sending time that lasts longer is told in parts. */
const intervalMsMax = 7 * 86_400_000;

/** Sending time without a gap, in epoch milliseconds: from `opensAt` on, until just before `closesAt`. */
interface SendingInterval {
  readonly opensAt: number;
  readonly closesAt: number;
}

/**
 * The first interval of sending time from `from` on; undefined when there will be none. Windows that touch are one
 * interval, across midnight too. Sending time that never ends is cut at the end of a local day, after at least a week.
 *
 * Sending time is while the zone's clocks show a time within a window, on a day that is no blackout date. Thus a window
 * whose beginning summer time skips opens when it does, and one that it skips wholly has no such day. When clocks are
 * set back, a window that has closed does not open again.
 *
 * Pure, but for the zone database of the runtime.
 * @param zone whose clocks and dates are meant; `startAt` and `endAt` are moments, and the same everywhere
 * @throws RangeError for a zone that the runtime does not know
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
  let found: SendingInterval | undefined;

  for (let day = 0; day <= daysAheadMax; day++) {
    for (const { opensAt, closesAt } of intervalsOn(schedule, date, zone)) {
      if (closesAt <= begin) continue;
      if (found && opensAt > found.closesAt) return cut(found, end);
      found = {
        opensAt: found?.opensAt ?? Math.max(opensAt, begin),
        closesAt: Math.max(found?.closesAt ?? closesAt, closesAt),
      };
    }
    date = addDays(date, 1);
    if (found && (found.closesAt < momentOf(date, 0, zone) || lengthOf(found) >= intervalMsMax)) break;
  }

  return found && cut(found, end);
}

/** The first moment from `from` on at which mails may leave; undefined when there will be none. Epoch milliseconds. */
export function nextOpening(schedule: Schedule, from: number, zone?: string): number | undefined {
  return nextWindow(schedule, from, zone)?.opensAt;
}

/** How long mails may leave on a local date, in milliseconds. Windows that overlap count once. */
export function openMsOn(schedule: Schedule, date: string, from: number): number {
  let openMs = 0;
  let countedUntil = from;
  for (const { opensAt, closesAt } of intervalsOn(schedule, date, schedule.timezone)) {
    openMs += Math.max(0, closesAt - Math.max(opensAt, countedUntil));
    countedUntil = Math.max(countedUntil, closesAt);
  }

  return openMs;
}

function lengthOf({ opensAt, closesAt }: SendingInterval): number {
  return closesAt - opensAt;
}

function cut({ opensAt, closesAt }: SendingInterval, end: number): SendingInterval | undefined {
  return opensAt < end ? { opensAt, closesAt: Math.min(closesAt, end) } : undefined;
}

/** The sending time of a local date, by its beginnings; windows may overlap. */
function intervalsOn({ windows, blackoutDates }: Schedule, date: string, zone: string): SendingInterval[] {
  if (blackoutDates.includes(date)) return [];
  const weekday = weekdays[new Date(date).getUTCDay()];

  return windows
    .filter(({ days }) => days.some((each) => each === weekday))
    .flatMap(({ from, to }) => intervalsOf(date, minutesOf(from), minutesOf(to), zone))
    .sort((one, other) => one.opensAt - other.opensAt);
}

/** One, or two where clocks that are set back show once more what was before the window. */
function intervalsOf(date: string, from: number, to: number, zone: string): SendingInterval[] {
  const intervals: SendingInterval[] = [];
  const fromLocal = Date.parse(date) + from * 60_000;
  const end = momentOf(date, to, zone);
  for (let begin = momentOf(date, from, zone); begin < end; ) {
    const { offset, until } = stretchAt(begin, zone);
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
