import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dueAfter } from '#lib/campaigns/state/delays.ts';
import { Schedule } from '#lib/campaigns/state/schedule.ts';
import type { Delay } from '#lib/campaigns/state/step.ts';
import { isWholeTier } from '../../support/tier.ts';
import { changesOf, oddZones, reading } from '../runtime/reference-clock.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

describe('around every clock change, with any delay, a follow-up', () => {
  const zones = isWholeTier ? Intl.supportedValuesOf('timeZone') : oddZones;
  const changes = zones.flatMap((zone) =>
    (isWholeTier ? changesOf(zone, 2025, 2031) : changesOf(zone, 2026, 2027)).map((change) => ({
      zone,
      change,
    })),
  );
  const request = fc
    .record({
      around: fc.constantFrom(...changes),
      // Near the clock change, or early enough for the delay to end near it.
      daysBefore: fc.integer({ min: 0, max: 9 }),
      secondsOff: fc.integer({ min: -3 * 3600, max: 3 * 3600 }),
      value: fc.integer({ min: 0, max: 9 }),
      unit: fc.constantFrom('minutes' as const, 'hours' as const, 'days' as const),
      businessDaysOnly: fc.boolean(),
      blackoutAfter: fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 3 }),
      laterMs: fc.oneof(fc.integer({ min: 1, max: 3 * 3_600_000 }), fc.integer({ min: 1, max: 3 * dayMs })),
    })
    .map(({ around: { zone, change }, daysBefore, secondsOff, value, unit, blackoutAfter, ...rest }) => {
      const sentAt = change - daysBefore * dayMs + secondsOff * 1000;
      const blackoutDates = [
        ...new Set(blackoutAfter.map((days) => reading(sentAt + days * dayMs, zone).slice(0, 10))),
      ];

      return { ...rest, zone, sentAt, delay: { value, unit }, schedule: Schedule.parse({ blackoutDates }) };
    });

  test('is due on a business day at the local time of the previous email, and never before its hours have passed', () => {
    fc.assert(
      fc.property(request, ({ zone, sentAt, schedule, ...step }) => {
        const due = dueAfter(step, sentAt, schedule, zone);

        expect(due).toBe(dueByCalendar(step, sentAt, schedule, zone));
      }),
      { numRuns: isWholeTier ? 5000 : 50 },
    );
  });

  test('is never due earlier after a later email', () => {
    fc.assert(
      fc.property(request, ({ zone, sentAt, schedule, laterMs, ...step }) => {
        const due = dueAfter(step, sentAt, schedule, zone);

        expect(dueAfter(step, sentAt + laterMs, schedule, zone)).toBeGreaterThanOrEqual(due);
        expect(due).toBeGreaterThanOrEqual(sentAt);
      }),
      { numRuns: isWholeTier ? 50_000 : 1000 },
    );
  });
});

/** Reference rule in small steps: seconds or minutes, and days. `sentAt` is a whole second. */
function dueByCalendar(
  { delay: { value, unit }, businessDaysOnly }: { delay: Delay; businessDaysOnly: boolean },
  sentAt: number,
  { blackoutDates }: Schedule,
  zone: string,
): number {
  const counts = (date: string) =>
    !businessDaysOnly || (![0, 6].includes(new Date(date).getUTCDay()) && !blackoutDates.includes(date));
  const after = (date: string) => new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10);
  const elapsed = unit === 'days' ? 0 : value * (unit === 'hours' ? 60 : 1) * minuteMs;
  const at = sentAt + elapsed;
  let [date = '', time = ''] = reading(at, zone).split(' ');
  let seconds = at % minuteMs;
  if (unit === 'days' && value > 0) {
    const latest = latestReading(at, zone);
    if (latest !== `${date} ${time}`) seconds = 0;
    [date = '', time = ''] = latest.split(' ');
  } else if (counts(date)) return at;
  if (!counts(date)) [time, seconds] = ['00:00', 0];
  while (!counts(date)) date = after(date);
  for (let left = unit === 'days' ? value : 0; left > 0; left--) {
    do date = after(date);
    while (!counts(date));
  }

  const minute = firstMinute(`${date} ${time}`, at, zone);

  return reading(minute, zone) === `${date} ${time}` ? minute + seconds : minute;
}

/** The latest local time shown in the hours before; the minute after it if the clock was set back. */
function latestReading(at: number, zone: string): string {
  let latest = reading(at, zone);
  for (let minutes = 1; minutes <= 4 * 60; minutes++) {
    const before = Math.floor(at / minuteMs) * minuteMs - minutes * minuteMs;
    if (reading(before, zone) >= latest) {
      const shown = Date.parse(`${reading(before, zone).replace(' ', 'T')}Z`);
      latest = new Date(shown + minuteMs).toISOString().slice(0, 16).replace('T', ' ');
    }
  }

  return latest;
}

function firstMinute(shown: string, from: number, zone: string): number {
  let minute = Math.floor(from / minuteMs) * minuteMs;
  // A clock change is at most a few hours.
  const nearly = Date.parse(`${shown.replace(' ', 'T')}Z`) - 30 * 3_600_000;
  minute = Math.max(minute, nearly);
  while (reading(minute, zone) < shown) minute += minuteMs;

  return minute;
}
