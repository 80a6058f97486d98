import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Schedule } from '#lib/campaigns/state/schedule.ts';
import { nextWindow } from '#lib/campaigns/state/windows.ts';
import { weekdays } from '#lib/values/time-zones.ts';
import { isWholeTier } from '../../support/tier.ts';
import { changesOf, oddZones, reading } from '../runtime/reference-clock.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const zones = isWholeTier ? Intl.supportedValuesOf('timeZone') : oddZones;
const [firstYear, lastYear] = isWholeTier ? [2025, 2031] : [2026, 2027];

interface Minute {
  readonly at: number;
  readonly date: string;
  readonly time: string;
  /** The latest local time that the clock has shown so far. */
  readonly latest: string;
}

/** All minutes from two days before a time to two days after it. */
function minutesAround(moment: number, zone: string): Minute[] {
  let latest = '';

  return Array.from({ length: (4 * dayMs) / minuteMs }, (_, minute) => {
    const at = moment - 2 * dayMs + minute * minuteMs;
    const shown = reading(at, zone);
    if (shown > latest) latest = shown;

    return { at, date: shown.slice(0, 10), time: shown.slice(11), latest };
  });
}

/** Reference rule: the clock shows a time within a window, and the window has not closed before. */
function isOpen({ windows, blackoutDates }: Schedule, { date, time, latest }: Minute): boolean {
  if (blackoutDates.includes(date)) return false;
  const weekday = weekdays[new Date(date).getUTCDay()];

  return windows.some(
    ({ days, from, to }) =>
      days.some((day) => day === weekday) && from <= time && time < to && latest < `${date} ${to}`,
  );
}

interface Interval {
  readonly opensAt: number;
  readonly closesAt: number;
}

function openIntervals(schedule: Schedule, minutes: readonly Minute[]): Interval[] {
  const intervals: Interval[] = [];
  for (const minute of minutes) {
    if (!isOpen(schedule, minute)) continue;
    const last = intervals.at(-1);
    const closesAt = minute.at + minuteMs;
    if (last?.closesAt === minute.at) intervals.splice(-1, 1, { ...last, closesAt });
    else intervals.push({ opensAt: minute.at, closesAt });
  }

  return intervals;
}

/** All intervals that `nextWindow` returns until the end. */
function returnedIntervals(schedule: Schedule, zone: string, from: number, end: number): Interval[] {
  const intervals: Interval[] = [];
  for (let at = from; ; ) {
    const interval = nextWindow(schedule, at, zone);
    if (!interval || interval.opensAt >= end) return intervals;
    expect(interval.opensAt).toBeGreaterThanOrEqual(at);
    expect(interval.closesAt).toBeGreaterThan(interval.opensAt);
    intervals.push({ opensAt: interval.opensAt, closesAt: Math.min(interval.closesAt, end) });
    at = interval.closesAt;
  }
}

// Time zones change their offset at night.
const nightly = fc.oneof(fc.integer({ min: 0, max: 4 * 60 }), fc.integer({ min: 22 * 60, max: 24 * 60 }));
const minuteOfDay = fc.oneof(nightly, fc.integer({ min: 0, max: 24 * 60 }));
const window = fc
  .record({
    times: fc.uniqueArray(minuteOfDay, { minLength: 2, maxLength: 2 }),
    days: fc.subarray([...weekdays], { minLength: 3 }),
  })
  .map(({ times, days }) => {
    const [from = '', to = ''] = times.sort((one, other) => one - other).map(timeOf);

    return { days, from, to };
  });
const request = fc.record({
  windows: fc.array(window, { minLength: 1, maxLength: 4 }),
  blackoutDay: fc.option(fc.integer({ min: -2, max: 2 })),
  offsetMs: fc.integer({ min: -2 * dayMs, max: 2 * dayMs - 1 }),
});

function timeOf(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function expectReferenceIntervals(zone: string, change: number, numRuns: number) {
  const minutes = minutesAround(change, zone);
  const [begin, end] = [change - 2 * dayMs, change + 2 * dayMs];
  fc.assert(
    fc.property(request, ({ windows, blackoutDay, offsetMs }) => {
      const blackoutDates =
        blackoutDay === null ? [] : [reading(change + blackoutDay * dayMs, zone).slice(0, 10)];
      const schedule = Schedule.parse({ windows, blackoutDates });
      const shown = openIntervals(schedule, minutes);
      expect(returnedIntervals(schedule, zone, begin, end)).toEqual(shown);

      const from = change + offsetMs;
      const next = shown.find(({ closesAt }) => closesAt > from);
      const returned = nextWindow(schedule, from, zone);
      if (next) expect(returned?.opensAt).toBe(Math.max(from, next.opensAt));
      else expect(returned?.opensAt ?? end).toBeGreaterThanOrEqual(end);
    }),
    { numRuns },
  );
}

describe('around clock changes, sending time is exactly when the clock shows a time within a window, in', () => {
  test.each(zones)('%s', (zone) => {
    const changes = changesOf(zone, firstYear, lastYear);
    // A zone without clock changes is checked once.
    const moments = changes.length > 0 ? changes : [Date.UTC(firstYear, 5)];
    for (const moment of moments) expectReferenceIntervals(zone, moment, isWholeTier ? 10 : 5);
  });
});
