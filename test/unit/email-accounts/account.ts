import type { EmailAccountItem } from '#lib/email-accounts/items.ts';

export const at = (text: string) => Date.parse(text);

/** For the account it is 4 a.m. on the 21st. */
export const now = at('2026-11-20T15:00:00.000Z');

export const account: EmailAccountItem = {
  id: 'acc_1',
  email: 'a@example.org',
  status: 'connected',
  dailyLimit: 30,
  minGapSeconds: 60,
  maxGapSeconds: 120,
  rampUp: { enabled: false, startPerDay: 10, increment: 5 },
  timezone: 'Pacific/Auckland',
  sentDay: '2026-11-21',
  sentToday: 4,
  sendingDays: 1,
  nextSendAt: now - 1000,
  slotAt: 0,
  slotDay: '',
  slotsToday: 0,
  lastSyncAt: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
};
