import { describe, expect, test } from 'vitest';
import { dueAfter } from '#lib/campaigns/definition/delays.ts';
import { Schedule } from '#lib/campaigns/definition/schedule.ts';
import type { Delay } from '#lib/campaigns/definition/step.ts';

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
      'when the hour is over that comes twice, when sent in it the second time',
      calendar(1),
      berlin,
      '2026-10-25T01:10:00Z',
      '2026-10-26T02:00:00Z',
    ],
    ['at once in that hour, too', calendar(0), berlin, '2026-10-25T01:10:00Z', '2026-10-25T01:10:00Z'],
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
