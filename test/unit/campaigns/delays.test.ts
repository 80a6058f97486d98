import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dueAfter } from '#lib/campaigns/delays.ts';
import { Schedule } from '#lib/campaigns/schedule.ts';
import type { Delay } from '#lib/campaigns/step.ts';
import { isWholeTier } from '../../support/tier.ts';
import { changesOf, oddZones, reading } from '../runtime/reference-clock.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

const wait = (value: number, unit: Delay['unit'], businessDaysOnly: boolean) => ({
  ...{ delay: { value, unit }, businessDaysOnly },
});
const calendar = (value: number, unit: Delay['unit'] = 'days') => wait(value, unit, false);
const business = (value: number, unit: Delay['unit'] = 'days') => wait(value, unit, true);

describe('a follow-up is due', () => {
  // 2026-03-13 is a Friday; Berlin's summer time begins on Sunday 2026-03-29 and ends on Sunday 2026-10-25.
  const berlin = { timezone: 'Europe/Berlin' };
  const cases: [string, ReturnType<typeof wait>, object, string, string][] = [
    ['at once', calendar(0), {}, '2026-03-13T09:00:00.123Z', '2026-03-13T09:00:00.123Z'],
    ['minutes later', calendar(90, 'minutes'), {}, '2026-03-13T09:00:00.123Z', '2026-03-13T10:30:00.123Z'],
    [
      'at the same time of a later day',
      calendar(3),
      {},
      '2026-03-13T09:00:00.123Z',
      '2026-03-16T09:00:00.123Z',
    ],
    [
      'at the same local time, though clocks go forward',
      calendar(3),
      berlin,
      '2026-03-27T09:00:00Z',
      '2026-03-30T08:00:00Z',
    ],
    [
      'as many hours later, though clocks go forward',
      calendar(72, 'hours'),
      berlin,
      '2026-03-27T09:00:00Z',
      '2026-03-30T09:00:00Z',
    ],
    [
      'at the same local time, though clocks go back',
      calendar(1),
      berlin,
      '2026-10-24T09:00:00Z',
      '2026-10-25T10:00:00Z',
    ],
    [
      'when a local time is skipped that does not come',
      calendar(1),
      berlin,
      '2026-03-28T01:30:00Z',
      '2026-03-29T01:00:00Z',
    ],
    ['at the first of two local times', calendar(1), berlin, '2026-10-24T00:30:00Z', '2026-10-25T00:30:00Z'],
    [
      'on the next date where one is skipped',
      calendar(1),
      { timezone: 'Pacific/Apia' },
      '2011-12-29T22:00:00Z',
      '2011-12-30T10:00:00Z',
    ],
    [
      'on Monday, a business day after Friday',
      business(1),
      {},
      '2026-03-13T09:00:00Z',
      '2026-03-16T09:00:00Z',
    ],
    [
      'on Wednesday, three business days after Friday',
      business(3),
      {},
      '2026-03-13T09:00:00Z',
      '2026-03-18T09:00:00Z',
    ],
    ['a week later, five business days', business(5), {}, '2026-03-13T09:00:00Z', '2026-03-20T09:00:00Z'],
    [
      'a business day after Monday began, when sent on Saturday',
      business(1),
      {},
      '2026-03-14T09:00:00Z',
      '2026-03-17T00:00:00Z',
    ],
    [
      'when Monday begins, when Saturday would do',
      business(24, 'hours'),
      {},
      '2026-03-13T09:00:00Z',
      '2026-03-16T00:00:00Z',
    ],
    ['when Monday begins in its zone', business(0), berlin, '2026-03-14T09:00:00Z', '2026-03-15T23:00:00Z'],
    [
      'after blackout dates, which are no business days',
      business(1),
      { blackoutDates: ['2026-03-16', '2026-03-17'] },
      '2026-03-13T09:00:00Z',
      '2026-03-18T09:00:00Z',
    ],
    [
      'on a blackout date, when all days count',
      calendar(3),
      { blackoutDates: ['2026-03-16'] },
      '2026-03-13T09:00:00Z',
      '2026-03-16T09:00:00Z',
    ],
    ['a year of business days later', business(365), {}, '2026-03-13T09:00:00Z', '2027-08-06T09:00:00Z'],
  ];

  test.each(cases)('%s', (_, step, given, sentAt, expected) => {
    const due = dueAfter(step, Date.parse(sentAt), Schedule.parse(given));

    expect(new Date(due).toISOString()).toBe(new Date(expected).toISOString());
  });

  test('by the clocks of the contact, where they are given', () => {
    const friday = Date.parse('2026-03-13T20:00:00Z');

    expect(dueAfter(business(0), friday, Schedule.parse({}), 'Asia/Tokyo')).toBe(
      Date.parse('2026-03-15T15:00:00Z'),
    );
  });

  test('never by UTC when its zone is no longer known', () => {
    const schedule = { ...Schedule.parse({}), timezone: 'Mars/Olympus' };

    expect(() => dueAfter(calendar(1), 0, schedule)).toThrow(RangeError);
    expect(() => dueAfter(business(1, 'hours'), 0, schedule)).toThrow(RangeError);
  });
});

describe('whatever the delay, around every change of clocks, a follow-up', () => {
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
      // Near the change itself, or so many days before that the delay ends near it.
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

  test('is due on a business day at the time that its calendar says, and never before its hours have passed', () => {
    fc.assert(
      fc.property(request, ({ zone, sentAt, schedule, ...step }) => {
        const due = dueAfter(step, sentAt, schedule, zone);

        expect(due).toBe(dueByCalendar(step, sentAt, schedule, zone));
      }),
      { numRuns: isWholeTier ? 5000 : 50 },
    );
  });

  test('is never due earlier for having been sent later', () => {
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

/** The rule itself, a second or a minute and a day at a time. `sentAt` is a whole second. */
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

/** The latest that the clocks had shown in the hours before; the minute after it, where they were set back. */
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
  // Clocks are changed by some hours at most.
  const nearly = Date.parse(`${shown.replace(' ', 'T')}Z`) - 30 * 3_600_000;
  minute = Math.max(minute, nearly);
  while (reading(minute, zone) < shown) minute += minuteMs;

  return minute;
}
