import { describe, expect, test } from 'vitest';
import type { EmailAccountItem } from '#lib/email-accounts/items.ts';
import { limitOn, outlook } from '#lib/email-accounts/quota.ts';

const now = Date.parse('2026-11-20T15:00:00.000Z');
const account: EmailAccountItem = {
  id: 'acc_1',
  email: 'a@example.org',
  status: 'connected',
  dailyLimit: 30,
  minGapSeconds: 60,
  maxGapSeconds: 120,
  rampUp: { enabled: false, startPerDay: 10, increment: 5 },
  timezone: 'Pacific/Auckland',
  sentDay: '2026-11-20',
  sentToday: 4,
  sendingDays: 1,
  nextSendAt: now - 1000,
  slotAt: 0,
  slotDay: '',
  slotsToday: 0,
  createdAt: '',
  updatedAt: '',
};
const at = (text: string) => Date.parse(text);

describe('the limit of a day', () => {
  const ramped = { ...account, rampUp: { enabled: true, startPerDay: 10, increment: 5 } };

  test.each([
    ['before the first mail', { sentDay: '', sendingDays: 0 }, 10],
    ['on the first day of sending', { sendingDays: 1 }, 10],
    ['on the second', { sendingDays: 2 }, 15],
    ['on a day after two of sending', { sentDay: '2026-11-12', sendingDays: 2 }, 20],
    ['on the fifth', { sendingDays: 5 }, 30],
    ['on the hundredth', { sendingDays: 100 }, 30],
  ])('of an account that ramps up, %s', (_, state, limit) => {
    expect(limitOn({ ...ramped, ...state }, '2026-11-20')).toBe(limit);
  });

  test('of an account that does not is what was set, 0 included', () => {
    expect(limitOn(account, '2026-11-20')).toBe(30);
    expect(limitOn({ ...ramped, dailyLimit: 0 }, '2026-11-20')).toBe(0);
  });
});

describe('what is left of a day', () => {
  test.each<[string, Partial<EmailAccountItem>, ReturnType<typeof outlook>]>([
    [
      'since its gap was over, when nothing holds it back',
      {},
      { sentToday: 4, remainingToday: 26, nextSendAt: now - 1000 },
    ],
    [
      'when its gap is over',
      { nextSendAt: now + 5000 },
      { sentToday: 4, remainingToday: 26, nextSendAt: now + 5000 },
    ],
    [
      'tomorrow, when today’s limit is reached',
      { sentToday: 30 },
      { sentToday: 30, remainingToday: 0, nextSendAt: at('2026-11-21T00:00:00.000Z') },
    ],
    [
      'tomorrow, when the limit was lowered below what was sent',
      { dailyLimit: 3 },
      { sentToday: 4, remainingToday: 0, nextSendAt: at('2026-11-21T00:00:00.000Z') },
    ],
    [
      'when its gap is over, if that is after midnight',
      { sentToday: 30, nextSendAt: at('2026-11-21T03:00:00.000Z') },
      { sentToday: 30, remainingToday: 0, nextSendAt: at('2026-11-21T03:00:00.000Z') },
    ],
    [
      'never, while it is paused',
      { status: 'paused' },
      { sentToday: 4, remainingToday: 26, nextSendAt: null },
    ],
    ['never, while its limit is 0', { dailyLimit: 0 }, { sentToday: 4, remainingToday: 0, nextSendAt: null }],
  ])('the next mail may leave %s', (_, state, expected) => {
    expect(outlook({ ...account, ...state }, now)).toEqual(expected);
  });

  test('a new day has nothing sent', () => {
    expect(outlook(account, now + 86_400_000)).toMatchObject({ sentToday: 0, remainingToday: 30 });
  });
});
