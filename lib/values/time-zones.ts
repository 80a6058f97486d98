import { timestamp } from '#lib/values/ids.ts';
import { offsetPeriodAt } from '#lib/values/zone-offsets.ts';

/** By the number of `Date.getUTCDay`. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const dayMs = 86_400_000;

/**
 * Local time in a zone, as the epoch milliseconds of the UTC time with the same date and time.
 * @throws RangeError for an unknown zone, like all functions with a zone
 */
export function localTime(at: number, zone: string): number {
  return at + offsetPeriodAt(at, zone).offset;
}

/** Local date, such as `2026-11-20`. @param at epoch milliseconds, as in all functions of this file */
export function localDate(at: number, zone: string): string {
  return dateOf(localTime(at, zone));
}

/**
 * The latest local time in a zone up to `at`, in the form of `localTime`. After the clocks are set back, it stays constant
 * until they catch up. It never decreases.
 */
export function latestLocalTime(at: number, zone: string): number {
  let latest = Number.NEGATIVE_INFINITY;
  // Clocks go back by a few hours, or by a day when a zone crosses the date line.
  for (let begin = at - 2 * dayMs; begin <= at; ) {
    const { offset, until } = offsetPeriodAt(begin, zone);
    latest = Math.max(latest, Math.min(until, at) + offset);
    begin = until;
  }

  return latest;
}

/**
 * The first time at which a zone's clocks show `local` or later. For a local time that daylight-saving time skips, it is the
 * time of the change; for a repeated local time, it is the first occurrence. Later local times never yield earlier results.
 *
 * @param local in the form of `localTime`
 * @param from lower bound of the result; the default is before any occurrence, because an offset is less than a day
 */
export function timeOfLocalTime(local: number, zone: string, from = local - dayMs): number {
  for (let begin = from; ; ) {
    const { offset, until } = offsetPeriodAt(begin, zone);
    const first = Math.max(begin, local - offset);
    if (first < until) return first;
    begin = until;
  }
}

/** The first time at which the zone's clocks show the given minutes after midnight on a date. In epoch milliseconds. */
export function momentOf(date: string, minutes: number, zone: string): number {
  return timeOfLocalTime(Date.parse(date) + minutes * 60_000, zone);
}

/** The first millisecond after `at` with a later local date, even if midnight or the whole date is skipped. */
export function nextLocalDay(at: number, zone: string): number {
  const today = Math.floor(localTime(at, zone) / dayMs);

  return timeOfLocalTime((today + 1) * dayMs, zone, at);
}

/** Adds days to a date. A date beyond the years 0000 to 9999 becomes the first or last day. */
export function addDays(date: string, days: number): string {
  return dateOf(Date.parse(date) + days * dayMs);
}

function dateOf(local: number): string {
  return timestamp(local).slice(0, 10);
}
