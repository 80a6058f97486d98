import { type ScheduleRecord, weekdays } from './record.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Local time of a time zone: `2035-03-25 09:00:00`. Sorts as text. */
export function localTime(at: number, zone: string): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, format);

  return format.format(at);
}

export function localDate(at: number, zone: string): string {
  return localTime(at, zone).slice(0, 10);
}

/**
 * The first time at which the zone's clock shows the local time, or a later one if it is skipped. Epoch milliseconds.
 */
function momentOf(local: string, zone: string): number {
  const asUtc = Date.parse(`${local.replace(' ', 'T')}Z`);
  let before = asUtc - 15 * 3_600_000;
  let after = asUtc + 15 * 3_600_000;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (localTime(middle, zone) < local) before = middle;
    else after = middle;
  }

  return after;
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

export function weekdayOf(date: string): (typeof weekdays)[number] {
  return weekdays[new Date(date).getUTCDay()] ?? 'sun';
}

/** Whether emails may be sent at a time. */
export function isOpen(schedule: ScheduleRecord, at: number, zone: string): boolean {
  const { startAt, endAt, blackoutDates } = schedule;
  const [date = '', time = ''] = localTime(at, zone).split(' ');
  if (startAt !== null && at < Date.parse(startAt)) return false;
  if (endAt !== null && at >= Date.parse(endAt)) return false;
  if (blackoutDates.includes(date)) return false;

  return windowsOn(schedule, date).some(({ from, to }) => time >= `${from}:00` && time < `${to}:00`);
}

/** Longer than any closed period in a simulation's schedule. */
const daysMax = 40;

/** The first time at or after a local time at which emails may be sent. Epoch milliseconds. */
export function firstOpening(schedule: ScheduleRecord, local: string, zone: string): number {
  const [date = '', time = ''] = local.split(' ');
  for (let day = 0; day <= daysMax; day++) {
    const each = addDays(date, day);
    const window = schedule.blackoutDates.includes(each)
      ? undefined
      : windowsOn(schedule, each).find(({ to }) => day > 0 || time < `${to}:00`);
    if (!window) continue;
    const begin = `${window.from}:00`;

    return momentOf(`${each} ${day === 0 && time > begin ? time : begin}`, zone);
  }

  return Number.POSITIVE_INFINITY;
}

function windowsOn({ windows }: ScheduleRecord, date: string) {
  const weekday = weekdayOf(date);

  return windows
    .filter(({ days }) => days.includes(weekday))
    .sort((one, other) => (one.from < other.from ? -1 : 1));
}
