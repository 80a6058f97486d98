import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Schedule } from '#lib/campaigns/state/schedule.ts';
import { nextOpening } from '#lib/campaigns/state/windows.ts';
import { daily } from './fixtures.ts';

const schedule = (given: object = {}) => Schedule.parse(given);
const opening = (given: object, from: string) => {
  const at = nextOpening(schedule(given), Date.parse(from));

  return at === undefined ? undefined : new Date(at).toISOString();
};

describe('the next opening', () => {
  // 2026-03-13 is a Friday.
  const cases: [string, object, string, string | undefined][] = [
    ['is the start of the window before the window', {}, '2026-03-13T08:00:00Z', '2026-03-13T09:00:00.000Z'],
    ['is now within a window', {}, '2026-03-13T12:34:56.789Z', '2026-03-13T12:34:56.789Z'],
    [
      'is on the next day with a window at the end of a window',
      {},
      '2026-03-13T17:00:00Z',
      '2026-03-16T09:00:00.000Z',
    ],
    [
      'follows a time zone east of UTC',
      { timezone: 'Asia/Tokyo' },
      '2026-03-12T20:00:00Z',
      '2026-03-13T00:00:00.000Z',
    ],
    [
      'follows a time zone west of UTC',
      { timezone: 'America/New_York' },
      '2026-03-13T10:00:00Z',
      '2026-03-13T13:00:00.000Z',
    ],
    [
      'skips a blackout date',
      { blackoutDates: ['2026-03-16'] },
      '2026-03-14T00:00:00Z',
      '2026-03-17T09:00:00.000Z',
    ],
    [
      'is not before startAt',
      { startAt: '2026-03-17T12:00:00Z' },
      '2026-03-13T12:00:00Z',
      '2026-03-17T12:00:00.000Z',
    ],
    ['does not exist at endAt', { endAt: '2026-03-13T12:00:00Z' }, '2026-03-13T12:00:00Z', undefined],
    [
      'does not exist when endAt precedes the next window',
      { endAt: '2026-03-16T09:00:00Z' },
      '2026-03-13T18:00:00Z',
      undefined,
    ],
    [
      'is in the earlier of two windows',
      { windows: [...daily('14:00', '15:00'), ...daily('10:00', '11:00')] },
      '2026-03-13T09:00:00Z',
      '2026-03-13T10:00:00.000Z',
    ],
    [
      'is now just before midnight in a window of the whole day',
      { windows: daily('00:00', '24:00') },
      '2026-03-13T23:59:59.999Z',
      '2026-03-13T23:59:59.999Z',
    ],
    [
      'is when the clock skips the start of the window',
      { timezone: 'Europe/Berlin', windows: daily('02:30', '04:00') },
      '2026-03-28T23:30:00Z',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'is the first occurrence of a repeated local time',
      { timezone: 'Europe/Berlin', windows: daily('02:30', '04:00') },
      '2026-10-24T23:00:00Z',
      '2026-10-25T00:30:00.000Z',
    ],
  ];

  test.each(cases)('%s', (_, given, from, expected) => {
    expect(opening(given, from)).toBe(expected);
  });

  test('comes after 100 weeks of blackout dates', () => {
    const blackoutDates = Array.from({ length: 100 }, (_, week) =>
      new Date(Date.UTC(2026, 2, 16 + 7 * week)).toISOString().slice(0, 10),
    );
    const windows = [{ days: ['mon'], from: '09:00', to: '10:00' }];

    expect(opening({ blackoutDates, windows }, '2026-03-16T00:00:00Z')).toBe('2028-02-14T09:00:00.000Z');
  });

  test('is never in the past, and is its own next opening, in every time zone', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2028, 0) }),
        (timezone, from) => {
          const given = schedule({ timezone });
          const at = nextOpening(given, from) ?? Number.NaN;
          expect(at).toBeGreaterThanOrEqual(from);
          expect(at - from).toBeLessThan(4 * 86_400_000);
          expect(nextOpening(given, at)).toBe(at);
        },
      ),
      { numRuns: 300 },
    );
  });
});

test('the time zone database is read a few times for each zone and week, independent of the number of slots', () => {
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
  const zones = ['Europe/Paris', 'America/Denver', 'Asia/Seoul', 'Australia/Perth', 'Africa/Lagos'];
  const monday = Date.parse('2042-06-02T00:00:00Z');
  for (let slot = 0; slot < 15_000; slot++) {
    nextOpening(schedule(), monday + slot * 20_000, zones[slot % zones.length]);
  }
  const calls = asked.mock.calls.length;
  asked.mockRestore();

  // Two weeks, each with a start and an end.
  expect(calls).toBeGreaterThan(0);
  expect(calls).toBeLessThanOrEqual(zones.length * 2 * 2);
});
