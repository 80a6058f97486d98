import { describe, expect, test } from 'vitest';
import { Schedule } from '#lib/campaigns/definition/schedule.ts';
import { nextWindow, openMsOn } from '#lib/campaigns/dispatch/windows.ts';
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
    ['with its window', {}, friday, [friday, '2026-03-13T17:00:00.000Z']],
    [
      'with the last of the windows that touch or overlap',
      { windows: [...daily('13:00', '15:00'), ...daily('11:00', '14:00'), ...daily('15:00', '15:30')] },
      friday,
      [friday, '2026-03-13T15:30:00.000Z'],
    ],
    [
      'not with a window within another one',
      { windows: [...daily('11:00', '16:00'), ...daily('12:00', '13:00')] },
      friday,
      [friday, '2026-03-13T16:00:00.000Z'],
    ],
    [
      'not at midnight, when the next day goes on',
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
    ['with its schedule', { endAt: '2026-03-13T12:30:00Z' }, friday, [friday, '2026-03-13T12:30:00.000Z']],
    [
      'a week later when it never would',
      { windows: daily('00:00', '24:00') },
      friday,
      [friday, '2026-03-21T00:00:00.000Z'],
    ],
    [
      'a week after it began, not after it was asked for',
      {
        windows: daily('00:00', '24:00'),
        blackoutDates: Array.from({ length: 9 }, (_, day) => `2026-03-${13 + day}`),
      },
      friday,
      ['2026-03-22T00:00:00.000Z', '2026-03-29T00:00:00.000Z'],
    ],
    [
      'with what is left of a window whose beginning is skipped',
      berlin('02:30', '03:15'),
      '2026-03-28T23:00:00Z',
      ['2026-03-29T01:00:00.000Z', '2026-03-29T01:15:00.000Z'],
    ],
    [
      'when its own end is skipped',
      berlin('01:00', '02:30'),
      '2026-03-28T23:00:00Z',
      ['2026-03-29T00:00:00.000Z', '2026-03-29T01:00:00.000Z'],
    ],
    [
      'the day after where the whole window is skipped',
      berlin('02:00', '02:30'),
      '2026-03-28T23:00:00Z',
      ['2026-03-30T00:00:00.000Z', '2026-03-30T00:30:00.000Z'],
    ],
    [
      'at the first of two ends, and does not come twice',
      berlin('02:10', '02:30'),
      '2026-10-25T00:30:00Z',
      ['2026-10-26T01:10:00.000Z', '2026-10-26T01:30:00.000Z'],
    ],
    [
      'when clocks are set back to before it began',
      berlin('02:30', '04:00'),
      '2026-10-24T23:00:00Z',
      ['2026-10-25T00:30:00.000Z', '2026-10-25T01:00:00.000Z'],
    ],
    [
      'after both of the hours that come twice, where it has all of them',
      berlin('01:00', '04:00'),
      '2026-10-24T22:00:00Z',
      ['2026-10-24T23:00:00.000Z', '2026-10-25T03:00:00.000Z'],
    ],
  ];

  test.each(cases)('%s', (_, given, from, expected) => {
    expect(interval(given, from)).toEqual(expected);
  });

  test('by the clocks and dates of the contact, where their zone is given, but with the moments of the schedule', () => {
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

  test('never by UTC when its zone is no longer known', () => {
    const stored = { ...schedule(), timezone: 'Mars/Olympus' };

    expect(() => nextWindow(stored, Date.parse(friday))).toThrow(RangeError);
    expect(() => openMsOn(stored, '2026-03-13', 0)).toThrow(RangeError);
  });
});
