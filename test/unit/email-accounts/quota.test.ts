import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sendCountUpdate } from '#lib/email-accounts/email-accounts.ts';
import type { EmailAccountItem } from '#lib/email-accounts/items.ts';
import { accountDay, limitOn, nextDayAt, sendingCapacity } from '#lib/email-accounts/quota.ts';
import { localDate } from '#lib/values/time-zones.ts';
import { account, at, now } from './account.ts';

describe('the limit of a day', () => {
  const ramped = { ...account, rampUp: { enabled: true, startPerDay: 10, increment: 5 } };

  test.each([
    ['before the first email', { sentDay: '', sendingDays: 0 }, 10],
    ['on the first day of sending', { sendingDays: 1 }, 10],
    ['on the second', { sendingDays: 2 }, 15],
    ['on a day after two of sending', { sentDay: '2026-11-12', sendingDays: 2 }, 20],
    ['on the fifth', { sendingDays: 5 }, 30],
    ['on the hundredth', { sendingDays: 100 }, 30],
  ])('of an account that ramps up, %s', (_, state, limit) => {
    expect(limitOn({ ...ramped, ...state }, '2026-11-21')).toBe(limit);
  });

  test('of an account without a ramp is its setting, including 0', () => {
    expect(limitOn(account, '2026-11-21')).toBe(30);
    expect(limitOn({ ...ramped, dailyLimit: 0 }, '2026-11-21')).toBe(0);
  });
});

describe('the day of an account', () => {
  test.each([
    ['UTC', '2026-11-20T23:59:59.999Z', '2026-11-20', '2026-11-21T00:00:00.000Z'],
    ['America/New_York', '2026-11-21T04:59:59.999Z', '2026-11-20', '2026-11-21T05:00:00.000Z'],
    ['Pacific/Auckland', '2026-11-20T11:00:00.000Z', '2026-11-21', '2026-11-21T11:00:00.000Z'],
    // The day has 23 hours, or 25.
    ['Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25', '2026-10-25T23:00:00.000Z'],
    // Daylight-saving time starts at midnight: that day starts at 01:00.
    ['Africa/Cairo', '2026-04-23T12:00:00.000Z', '2026-04-23', '2026-04-23T22:00:00.000Z'],
    // The zone skipped a whole day.
    ['Pacific/Apia', '2011-12-30T09:00:00.000Z', '2011-12-29', '2011-12-30T10:00:00.000Z'],
  ])('in %s at %s', (timezone, moment, day, next) => {
    const dated = { timezone, sentDay: '' };

    expect(accountDay(dated, at(moment))).toBe(day);
    expect(new Date(nextDayAt(dated, at(moment))).toISOString()).toBe(next);
  });

  test('does not go back when the account moves to a zone where it is still yesterday', () => {
    const moved = { ...account, timezone: 'America/Los_Angeles', sentDay: '2026-11-21', sentToday: 29 };
    const moment = at('2026-11-21T02:00:00.000Z');

    expect(accountDay(moved, moment)).toBe('2026-11-21');
    expect(sendingCapacity(moved, moment)).toMatchObject({ sentToday: 29, remainingToday: 1 });
    expect(sendCountUpdate('wsp_1', moved, moment)).toMatchObject({ add: { sentToday: 1 } });
    expect(new Date(nextDayAt(moved, moment)).toISOString()).toBe('2026-11-22T08:00:00.000Z');
  });

  test('lasts until the next one starts, to the millisecond, in any zone', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const moment = fc.integer({ min: at('2025-01-01T00:00:00Z'), max: at('2030-12-31T00:00:00Z') });
    fc.assert(
      fc.property(zone, moment, (timezone, from) => {
        const dated = { timezone, sentDay: '' };
        const next = nextDayAt(dated, from);

        expect(next).toBeGreaterThan(from);
        expect(localDate(next - 1, timezone)).toBe(accountDay(dated, from));
        expect(localDate(next, timezone) > accountDay(dated, from)).toBe(true);
      }),
    );
  });
});

describe('the remaining capacity of a day', () => {
  test.each<[string, Partial<EmailAccountItem>, ReturnType<typeof sendingCapacity>]>([
    ['since the end of its gap', {}, { sentToday: 4, remainingToday: 26, nextSendAt: now - 1000 }],
    [
      'at the end of its gap',
      { nextSendAt: now + 5000 },
      { sentToday: 4, remainingToday: 26, nextSendAt: now + 5000 },
    ],
    [
      'tomorrow, when today’s limit is reached',
      { sentToday: 30 },
      { sentToday: 30, remainingToday: 0, nextSendAt: at('2026-11-21T11:00:00.000Z') },
    ],
    [
      'tomorrow, when the limit was lowered below the sent number',
      { dailyLimit: 3 },
      { sentToday: 4, remainingToday: 0, nextSendAt: at('2026-11-21T11:00:00.000Z') },
    ],
    [
      'at the end of its gap, if that is after midnight',
      { sentToday: 30, nextSendAt: at('2026-11-21T13:00:00.000Z') },
      { sentToday: 30, remainingToday: 0, nextSendAt: at('2026-11-21T13:00:00.000Z') },
    ],
    [
      'never, while it is paused',
      { status: 'paused' },
      { sentToday: 4, remainingToday: 26, nextSendAt: null },
    ],
    ['never, while its limit is 0', { dailyLimit: 0 }, { sentToday: 4, remainingToday: 0, nextSendAt: null }],
  ])('the next email may be sent %s', (_, state, expected) => {
    expect(sendingCapacity({ ...account, ...state }, now)).toEqual(expected);
  });

  test('a new day has nothing sent', () => {
    expect(sendingCapacity(account, now + 86_400_000)).toMatchObject({ sentToday: 0, remainingToday: 30 });
  });
});
