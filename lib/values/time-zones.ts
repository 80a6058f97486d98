import { stretchAt } from '#lib/values/zone-offsets.ts';

const dayMs = 86_400_000;

/**
 * What a zone's clocks show at a moment, written as the UTC time that reads the same. Epoch milliseconds.
 * @throws RangeError for a zone that the runtime does not know, as everything here does
 */
export function localTime(at: number, zone: string): number {
  return at + stretchAt(at, zone).offset;
}

/** The local date of a moment: `2026-11-20`. @param at epoch milliseconds */
export function localDate(at: number, zone: string): string {
  return dateOf(localTime(at, zone));
}

/**
 * The latest time that a zone's clocks have shown until a moment, as `localTime` writes it. It is what they show, except
 * after they were set back: until they have caught up, it is what they showed then. It never falls.
 */
export function latestLocalTime(at: number, zone: string): number {
  let latest = Number.NEGATIVE_INFINITY;
  // Clocks are set back by a few hours, and by a day where a zone crosses the date line.
  for (let begin = at - 2 * dayMs; begin <= at; ) {
    const { offset, until } = stretchAt(begin, zone);
    latest = Math.max(latest, Math.min(until, at) + offset);
    begin = until;
  }

  return latest;
}

/**
 * The first moment at which a zone's clocks show a local time, or a later one: a time that summer time skips is the
 * moment at which it skips it, and of a time that comes twice it is the first. Later times never give earlier moments.
 *
 * @param local as `localTime` writes it
 * @param from not before which moment; without it, the first of all
 */
export function momentShowing(local: number, zone: string, from = local - dayMs): number {
  for (let begin = from; ; ) {
    const { offset, until } = stretchAt(begin, zone);
    const first = Math.max(begin, local - offset);
    if (first < until) return first;
    begin = until;
  }
}

/** `momentShowing` of so many minutes after the midnight with which a date begins. */
export function momentOf(date: string, minutes: number, zone: string): number {
  return momentShowing(Date.parse(date) + minutes * 60_000, zone);
}

/** The first millisecond after a moment that has a later local date, also where midnight or the whole date is skipped. */
export function nextLocalDay(at: number, zone: string): number {
  const today = Math.floor(localTime(at, zone) / dayMs);

  return momentShowing((today + 1) * dayMs, zone, at);
}

/** A date so many days later. */
export function addDays(date: string, days: number): string {
  return dateOf(Date.parse(date) + days * dayMs);
}

function dateOf(local: number): string {
  return new Date(local).toISOString().slice(0, 10);
}
