import { expect, test } from 'vitest';
import { planDays } from '#lib/campaigns/plan-days.ts';
import { runningItem } from './fixtures.ts';

const now = Date.parse('2026-03-13T00:00:00.000Z');
const account = (id: string, dailyLimit: number, sentToday = 0) => ({
  ...{ id, dailyLimit, sentToday, minGapSeconds: 60 },
});
const days = (value: number) => ({ value, unit: 'days' as const });
const request = {
  ...{ schedule: runningItem().schedule, limits: runningItem(), delays: [days(0)], contacts: 10, now },
  accounts: [account('acc_1', 4)],
};
const mailsPerDay = (changes: Partial<typeof request>) =>
  planDays({ ...request, ...changes }).days.map(({ date, mails }) => `${date.slice(8)}: ${mails}`);

test('an account sends its limit every day until nobody is left, today less what it has sent', () => {
  expect(mailsPerDay({})).toEqual(['13: 4', '14: 4', '15: 2']);
  expect(mailsPerDay({ accounts: [account('acc_1', 4, 3)] })).toEqual(['13: 1', '14: 4', '15: 4', '16: 1']);
});

test('accounts share a day in proportion to what they may send', () => {
  const accounts = [account('acc_1', 6), account('acc_2', 3)];

  expect(planDays({ ...request, accounts, contacts: 9 }).days).toEqual([
    { date: '2026-03-13', accountId: 'acc_1', mails: 6 },
    { date: '2026-03-13', accountId: 'acc_2', mails: 3 },
  ]);
});

test('a campaign’s limits count, and follow-ups go before new contacts unless they are to wait', () => {
  const limits = runningItem({ dailyLimit: 3 });
  const twice = { delays: [days(0), days(1)], contacts: 4, limits };

  expect(mailsPerDay(twice)).toEqual(['13: 3', '14: 3', '15: 1', '16: 1'].slice(0, 4));
  expect(mailsPerDay({ limits: runningItem({ dailyNewContactLimit: 2 }), contacts: 4 })).toEqual([
    '13: 2',
    '14: 2',
  ]);
});

test('days without a window have no mails, and a day no more than its gaps leave room for', () => {
  const schedule = {
    ...request.schedule,
    windows: [{ days: ['mon' as const, 'fri' as const], from: '09:00', to: '09:03' }],
  };

  expect(mailsPerDay({ schedule, contacts: 5 })).toEqual(['13: 3', '16: 2']);
});

test('what does not fit into a year is told', () => {
  expect(planDays({ ...request, contacts: 10_000 }).isWhole).toBe(false);
  expect(planDays(request).isWhole).toBe(true);
});
