import { describe, expect, test } from 'vitest';
import { Schedule } from '#lib/campaigns/state/schedule.ts';
import { nextWindow } from '#lib/campaigns/state/windows.ts';
import { daily } from './fixtures.ts';

const schedule = (given: object = {}) => Schedule.parse(given);
const interval = (given: object, from: string, zone?: string) => {
  const found = nextWindow(schedule(given), Date.parse(from), zone);

  return found && [found.opensAt, found.closesAt].map((at) => new Date(at).toISOString());
};

describe('sending time ends', () => {
  // 2026-03-13 is a Friday; Berlin's summer time begins on Sunday 2026-03-29 and ends on Sunday 2026-10-25.
  const berlin = (from: string, to: string) => ({ timezone: 'Europe/Berlin', windows: daily(from, to) });
  const friday = '2026-03-13T12:00:00.000Z';
  const cases: [string, object, string, [string, string] | undefined][] = [
    ['with the window', {}, friday, [friday, '2026-03-13T17:00:00.000Z']],
    [
      'with the last of adjacent or overlapping windows',
      { windows: [...daily('13:00', '15:00'), ...daily('11:00', '14:00'), ...daily('15:00', '15:30')] },
      friday,
      [friday, '2026-03-13T15:30:00.000Z'],
    ],
    [
      'with the outer of two nested windows',
      { windows: [...daily('11:00', '16:00'), ...daily('12:00', '13:00')] },
      friday,
      [friday, '2026-03-13T16:00:00.000Z'],
    ],
    [
      'not at midnight when a window of the next day follows',
      { windows: [...daily('22:00', '24:00'), ...daily('00:00', '02:00')] },
      '2026-03-13T21:00:00Z',
      ['2026-03-13T22:00:00.000Z', '2026-03-14T02:00:00.000Z'],
    ],
    [
      'at midnight before a blackout date',
      { windows: daily('00:00', '24:00'), blackoutDates: ['2026-03-14'] },
      friday,
      [friday, '2026-03-14T00:00:00.000Z'],
    ],
    ['with the schedule', { endAt: '2026-03-13T12:30:00Z' }, friday, [friday, '2026-03-13T12:30:00.000Z']],
    [
      'after a week when the windows never close',
      { windows: daily('00:00', '24:00') },
      friday,
      [friday, '2026-03-21T00:00:00.000Z'],
    ],
    [
      'a week after its start, not after the requested time',
      {
        windows: daily('00:00', '24:00'),
        blackoutDates: Array.from({ length: 9 }, (_, day) => `2026-03-${13 + day}`),
      },
      friday,
      ['2026-03-22T00:00:00.000Z', '2026-03-29T00:00:00.000Z'],
    ],
    [
      'with the window when the clock skips its start',
      berlin('02:30', '03:15'),
      '2026-03-28T23:00:00Z',
      ['2026-03-29T01:00:00.000Z', '2026-03-29T01:15:00.000Z'],
    ],
    [
      'when the clock skips the end of the window',
      berlin('01:00', '02:30'),
      '2026-03-28T23:00:00Z',
      ['2026-03-29T00:00:00.000Z', '2026-03-29T01:00:00.000Z'],
    ],
    [
      'on the next day when the clock skips the whole window',
      berlin('02:00', '02:30'),
      '2026-03-28T23:00:00Z',
      ['2026-03-30T00:00:00.000Z', '2026-03-30T00:30:00.000Z'],
    ],
    [
      'at the first occurrence of a repeated end, and does not open again',
      berlin('02:10', '02:30'),
      '2026-10-25T00:30:00Z',
      ['2026-10-26T01:10:00.000Z', '2026-10-26T01:30:00.000Z'],
    ],
    [
      'when the clock is set back to a time before the window',
      berlin('02:30', '04:00'),
      '2026-10-24T23:00:00Z',
      ['2026-10-25T00:30:00.000Z', '2026-10-25T01:00:00.000Z'],
    ],
    [
      'after the second occurrence of a repeated hour within the window',
      berlin('01:00', '04:00'),
      '2026-10-24T22:00:00Z',
      ['2026-10-24T23:00:00.000Z', '2026-10-25T03:00:00.000Z'],
    ],
  ];

  test.each(cases)('%s', (_, given, from, expected) => {
    expect(interval(given, from)).toEqual(expected);
  });

  test('in the time zone of the contact, if given, but with startAt and endAt as absolute times', () => {
    const given = { blackoutDates: ['2026-03-16'], startAt: '2026-03-17T01:00:00Z' };

    expect(interval(given, friday, 'Asia/Tokyo')).toEqual([
      '2026-03-17T01:00:00.000Z',
      '2026-03-17T08:00:00.000Z',
    ]);
    expect(interval({}, friday, 'Asia/Tokyo')).toEqual([
      '2026-03-16T00:00:00.000Z',
      '2026-03-16T08:00:00.000Z',
    ]);
  });

  test('never in UTC instead of an unknown time zone', () => {
    const stored = { ...schedule(), timezone: 'Mars/Olympus' };

    expect(() => nextWindow(stored, Date.parse(friday))).toThrow(RangeError);
  });
});
