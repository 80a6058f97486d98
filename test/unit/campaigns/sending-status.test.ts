import { describe, expect, test } from 'vitest';
import { describeSending, describeStandstill, type Outlook } from '#lib/campaigns/sending-status.ts';
import type { CampaignItem } from '#lib/campaigns/stored.ts';
import { runningItem, tenContacts } from './fixtures.ts';

// A Friday.
const now = Date.parse('2026-03-13T12:00:00.000Z');
const nextDayAt = Date.parse('2026-03-14T00:00:00.000Z');
const account = { status: 'connected', dailyLimit: 5, sentToday: 0, nextSendAt: 0, nextDayAt };
const office = {
  ...runningItem().schedule,
  windows: [{ days: ['mon' as const], from: '09:00', to: '17:00' }],
};
const sending: Outlook = {
  campaign: runningItem(),
  counters: tenContacts,
  accounts: [account],
  nextDueAt: now - 1000,
  sentToday: 0,
  now,
  nextDayAt,
};
const monday = '2026-03-16T09:00:00.000Z';
const tomorrow = '2026-03-14T00:00:00.000Z';
const isoNow = '2026-03-13T12:00:00.000Z';

const cases: [string, Partial<Outlook>, string, string[], string | null][] = [
  ['what is due leaves', {}, 'sending', [], isoNow],
  [
    'it waits for its account’s gap',
    { accounts: [{ ...account, nextSendAt: now + 60_000 }] },
    'sending',
    [],
    '2026-03-13T12:01:00.000Z',
  ],
  [
    'nobody is in it',
    { counters: { ...tenContacts, contacts: 0 } },
    'no_contacts',
    ['no_open_contacts'],
    null,
  ],
  [
    'everybody has come to an end',
    { counters: { ...tenContacts, completed: 6, stopped: 4 } },
    'no_contacts',
    ['no_open_contacts'],
    null,
  ],
  ['it has no account', { accounts: [] }, 'no_healthy_account', ['no_accounts'], null],
  [
    'no account works',
    {
      accounts: [
        { ...account, status: 'error' },
        { ...account, status: 'paused' },
        { ...account, dailyLimit: 0 },
      ],
    },
    'no_healthy_account',
    ['account_error', 'account_limit_zero', 'account_paused'],
    null,
  ],
  [
    'its window is closed',
    { campaign: runningItem({ schedule: office }) },
    'outside_window',
    ['window'],
    monday,
  ],
  [
    'it begins later',
    { campaign: runningItem({ schedule: { ...office, startAt: '2026-03-20T00:00:00.000Z' } }) },
    'outside_window',
    ['before_start'],
    '2026-03-23T09:00:00.000Z',
  ],
  [
    'its time is over',
    { campaign: runningItem({ schedule: { ...office, endAt: '2026-03-14T00:00:00.000Z' } }) },
    'outside_window',
    ['schedule_ended'],
    null,
  ],
  [
    'the campaign’s limit is reached',
    { campaign: runningItem({ dailyLimit: 3 }), sentToday: 3 },
    'campaign_limit_reached',
    ['campaign_daily_limit'],
    tomorrow,
  ],
  [
    'every account’s limit is reached',
    { accounts: [{ ...account, sentToday: 5 }] },
    'account_limits_reached',
    ['account_daily_limit'],
    tomorrow,
  ],
  ['one account has room', { accounts: [{ ...account, sentToday: 5 }, account] }, 'sending', [], isoNow],
  [
    'the next mail is due later',
    { nextDueAt: now + 3_600_000 },
    'waiting_for_delay',
    ['step_delay'],
    '2026-03-13T13:00:00.000Z',
  ],
  [
    'the next mail is due later, and its window opens later still',
    { nextDueAt: now + 3_600_000, campaign: runningItem({ schedule: office }) },
    'waiting_for_delay',
    ['step_delay'],
    monday,
  ],
  ['all that is left is under way', { nextDueAt: undefined }, 'idle', ['nothing_due'], null],
];

describe('why nothing is sent, and when something will be', () => {
  test.each(cases)('%s', (_, changes, state, reasons, nextSendAt) => {
    expect(describeSending({ ...sending, ...changes })).toMatchObject({ state, reasons, nextSendAt });
  });

  const standing: [Partial<CampaignItem>, string, string[]][] = [
    [{ status: 'draft' }, 'not_started', ['draft']],
    [{ status: 'paused', pauseReason: 'bounce_rate' }, 'idle', ['paused_bounce_rate']],
    [{ status: 'completed' }, 'idle', ['completed']],
  ];
  test.each(standing)('what does not run: %o', (changes, state, reasons) => {
    expect(describeStandstill(runningItem(changes))).toEqual({
      ...{ state, reasons, nextSendAt: null, estimatedCompletionAt: null },
    });
  });
});

describe('when it will be done', () => {
  test('ten mails at five a day take today and tomorrow', () => {
    expect(describeSending(sending).estimatedCompletionAt).toBe(tomorrow);
  });

  test('a campaign that takes contacts for ever has no end', () => {
    const campaign = runningItem({ continuous: true });

    expect(describeSending({ ...sending, campaign }).estimatedCompletionAt).toBeNull();
  });
});
