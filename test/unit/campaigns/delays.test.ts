import { describe, expect, test } from 'vitest';
import { dueAfter } from '#lib/campaigns/state/delays.ts';
import { Schedule } from '#lib/campaigns/state/schedule.ts';
import type { Delay } from '#lib/campaigns/state/step.ts';

const wait = (value: number, unit: Delay['unit'], businessDaysOnly: boolean) => ({
  delay: { value, unit },
  businessDaysOnly,
});
const calendar = (value: number, unit: Delay['unit'] = 'days') => wait(value, unit, false);
const business = (value: number, unit: Delay['unit'] = 'days') => wait(value, unit, true);

describe('a follow-up is due', () => {
  // 2026-03-13 is a Friday; Berlin's summer time begins on Sunday 2026-03-29 and ends on Sunday 2026-10-25.
  const berlin = { timezone: 'Europe/Berlin' };
  const cases: [string, ReturnType<typeof wait>, object, string, string][] = [
    ['immediately', calendar(0), {}, '2026-03-13T09:00:00.123Z', '2026-03-13T09:00:00.123Z'],
    ['minutes later', calendar(90, 'minutes'), {}, '2026-03-13T09:00:00.123Z', '2026-03-13T10:30:00.123Z'],
    [
      'at the same time on a later day',
      calendar(3),
      {},
      '2026-03-13T09:00:00.123Z',
      '2026-03-16T09:00:00.123Z',
    ],
    [
      'at the same local time after the clock is set forward',
      calendar(3),
      berlin,
      '2026-03-27T09:00:00Z',
      '2026-03-30T08:00:00Z',
    ],
    [
      'the given number of hours later when the clock is set forward',
      calendar(72, 'hours'),
      berlin,
      '2026-03-27T09:00:00Z',
      '2026-03-30T09:00:00Z',
    ],
    [
      'at the same local time after the clock is set back',
      calendar(1),
      berlin,
      '2026-10-24T09:00:00Z',
      '2026-10-25T10:00:00Z',
    ],
    [
      'when the clock skips its local time',
      calendar(1),
      berlin,
      '2026-03-28T01:30:00Z',
      '2026-03-29T01:00:00Z',
    ],
    [
      'at the first occurrence of a repeated local time',
      calendar(1),
      berlin,
      '2026-10-24T00:30:00Z',
      '2026-10-25T00:30:00Z',
    ],
    [
      'at the end of the repeated hour, after an email in its second occurrence',
      calendar(1),
      berlin,
      '2026-10-25T01:10:00Z',
      '2026-10-26T02:00:00Z',
    ],
    ['immediately in a repeated hour', calendar(0), berlin, '2026-10-25T01:10:00Z', '2026-10-25T01:10:00Z'],
    [
      'on the next date when the time zone skips a date',
      calendar(1),
      { timezone: 'Pacific/Apia' },
      '2011-12-29T22:00:00Z',
      '2011-12-30T10:00:00Z',
    ],
    [
      'on Monday, one business day after Friday',
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
      'one business day after the start of Monday, after an email on Saturday',
      business(1),
      {},
      '2026-03-14T09:00:00Z',
      '2026-03-17T00:00:00Z',
    ],
    [
      'at the start of Monday when the delay ends on Saturday',
      business(24, 'hours'),
      {},
      '2026-03-13T09:00:00Z',
      '2026-03-16T00:00:00Z',
    ],
    [
      'at the start of Monday in the time zone',
      business(0),
      berlin,
      '2026-03-14T09:00:00Z',
      '2026-03-15T23:00:00Z',
    ],
    [
      'after blackout dates, which are not business days',
      business(1),
      { blackoutDates: ['2026-03-16', '2026-03-17'] },
      '2026-03-13T09:00:00Z',
      '2026-03-18T09:00:00Z',
    ],
    [
      'on a blackout date without businessDaysOnly',
      calendar(3),
      { blackoutDates: ['2026-03-16'] },
      '2026-03-13T09:00:00Z',
      '2026-03-16T09:00:00Z',
    ],
    ['365 business days later', business(365), {}, '2026-03-13T09:00:00Z', '2027-08-06T09:00:00Z'],
  ];

  test.each(cases)('%s', (_, step, given, sentAt, expected) => {
    const due = dueAfter(step, Date.parse(sentAt), Schedule.parse(given));

    expect(new Date(due).toISOString()).toBe(new Date(expected).toISOString());
  });

  test('in the time zone of the contact, if given', () => {
    const friday = Date.parse('2026-03-13T20:00:00Z');

    expect(dueAfter(business(0), friday, Schedule.parse({}), 'Asia/Tokyo')).toBe(
      Date.parse('2026-03-15T15:00:00Z'),
    );
  });

  test('never in UTC instead of an unknown time zone', () => {
    const schedule = { ...Schedule.parse({}), timezone: 'Mars/Olympus' };

    expect(() => dueAfter(calendar(1), 0, schedule)).toThrow(RangeError);
    expect(() => dueAfter(business(1, 'hours'), 0, schedule)).toThrow(RangeError);
  });
});
