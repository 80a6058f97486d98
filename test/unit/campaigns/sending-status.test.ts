import { describe, expect, test } from 'vitest';
import {
  describeActive,
  describeInactive,
  type SendingConditions,
} from '#lib/campaigns/planning/sending-status.ts';
import type { CampaignItem } from '#lib/campaigns/state/stored.ts';
import { runningItem, tenContacts } from './fixtures.ts';

// A Friday.
const now = Date.parse('2026-03-13T12:00:00.000Z');
const account: SendingConditions['accounts'][number] = {
  status: 'connected',
  dailyLimit: 5,
  slotsToday: 0,
  nextSendAt: 0,
};
const sending: SendingConditions = {
  campaign: runningItem(),
  counters: tenContacts,
  accounts: [account],
  sentToday: { mails: 0, firsts: 0 },
  hasDue: true,
  hasFollowUp: false,
  openingAt: now,
  nextFreeAt: now,
  upcomingAt: undefined,
  isBlocked: false,
  now,
};
const mondayAt = Date.parse('2026-03-16T09:00:00.000Z');
const monday = '2026-03-16T09:00:00.000Z';
const tomorrowAt = Date.parse('2026-03-14T00:00:00.000Z');
const tomorrow = '2026-03-14T00:00:00.000Z';
const isoNow = '2026-03-13T12:00:00.000Z';

const cases: [string, Partial<SendingConditions>, string, string[], string | null][] = [
  ['is sending while an email is due', {}, 'sending', [], isoNow],
  [
    'is sending while the campaign waits for the gap of its account',
    { accounts: [{ ...account, nextSendAt: now + 60_000 }], nextFreeAt: now + 60_000 },
    'sending',
    [],
    '2026-03-13T12:01:00.000Z',
  ],
  [
    'is no_contacts without contacts',
    { counters: { ...tenContacts, contacts: 0 } },
    'no_contacts',
    ['no_open_contacts'],
    null,
  ],
  [
    'is idle while a job enrols the audience',
    { counters: { ...tenContacts, contacts: 0, openJobs: 1 } },
    'idle',
    ['enrolling'],
    null,
  ],
  [
    'is no_contacts when all executions have ended',
    { counters: { ...tenContacts, completed: 6, stopped: 4 } },
    'no_contacts',
    ['no_open_contacts', 'contacts_stopped'],
    null,
  ],
  [
    'lists paused, unknown, failed and suppressed contacts when no email is due',
    {
      counters: { ...tenContacts, paused: 1, unknown: 2, failed: 3, blocklisted: 4 },
      hasDue: false,
      nextFreeAt: undefined,
    },
    'idle',
    ['nothing_due', 'contacts_paused', 'contacts_unknown', 'contacts_failed', 'contacts_suppressed'],
    null,
  ],
  [
    'lists a paused contact while others get emails',
    { counters: { ...tenContacts, paused: 1 } },
    'sending',
    ['contacts_paused'],
    isoNow,
  ],
  ['is no_healthy_account without an account', { accounts: [] }, 'no_healthy_account', ['no_accounts'], null],
  [
    'is no_healthy_account when no account can send',
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
    'is no_healthy_account when all follow-ups wait for a broken account',
    {
      accounts: [account, { ...account, status: 'error' }],
      hasDue: false,
      nextFreeAt: undefined,
      isBlocked: true,
    },
    'no_healthy_account',
    ['account_error'],
    null,
  ],
  [
    'is sending when only some follow-ups wait for a broken account',
    { accounts: [account, { ...account, status: 'error' }], isBlocked: true },
    'sending',
    ['account_error'],
    isoNow,
  ],
  [
    'is outside_window between windows',
    { openingAt: mondayAt, nextFreeAt: mondayAt },
    'outside_window',
    ['window'],
    monday,
  ],
  [
    'is outside_window before startAt',
    {
      campaign: runningItem({ schedule: { ...runningItem().schedule, startAt: monday } }),
      openingAt: mondayAt,
      nextFreeAt: mondayAt,
    },
    'outside_window',
    ['before_start'],
    monday,
  ],
  [
    'is outside_window after the last window',
    { openingAt: undefined, nextFreeAt: undefined },
    'outside_window',
    ['schedule_ended'],
    null,
  ],
  [
    'is campaign_limit_reached at the daily limit of the campaign',
    {
      campaign: runningItem({ dailyLimit: 3 }),
      sentToday: { mails: 3, firsts: 0 },
      nextFreeAt: tomorrowAt,
    },
    'campaign_limit_reached',
    ['campaign_daily_limit'],
    tomorrow,
  ],
  [
    'is campaign_limit_reached at the limit of new contacts without a due follow-up',
    {
      campaign: runningItem({ dailyNewContactLimit: 2 }),
      sentToday: { mails: 2, firsts: 2 },
      nextFreeAt: tomorrowAt,
    },
    'campaign_limit_reached',
    ['campaign_daily_new_contact_limit'],
    tomorrow,
  ],
  [
    'is sending at the limit of new contacts with a due follow-up',
    {
      campaign: runningItem({ dailyNewContactLimit: 2 }),
      sentToday: { mails: 2, firsts: 2 },
      hasFollowUp: true,
    },
    'sending',
    [],
    isoNow,
  ],
  [
    'is account_limits_reached at the limit of every account',
    { accounts: [{ ...account, slotsToday: 5 }], nextFreeAt: tomorrowAt },
    'account_limits_reached',
    ['account_daily_limit'],
    tomorrow,
  ],
  [
    'is account_limits_reached while the account cools down at the request of its server',
    { accounts: [{ ...account, coolDowns: 1, nextSendAt: now + 3_600_000 }], nextFreeAt: now + 3_600_000 },
    'account_limits_reached',
    ['account_cool_down'],
    '2026-03-13T13:00:00.000Z',
  ],
  [
    'is sending while the account waits for a gap that was shortened since',
    { accounts: [{ ...account, nextSendAt: now + 3_600_000 }], nextFreeAt: now + 3_600_000 },
    'sending',
    [],
    '2026-03-13T13:00:00.000Z',
  ],
  [
    'is sending while one account is below its limit',
    { accounts: [{ ...account, slotsToday: 5 }, account] },
    'sending',
    [],
    isoNow,
  ],
  [
    'is waiting_for_delay when the next email is due later',
    { hasDue: false, nextFreeAt: undefined, upcomingAt: now + 3_600_000 },
    'waiting_for_delay',
    ['step_delay'],
    '2026-03-13T13:00:00.000Z',
  ],
  [
    'is idle while the last emails are in flight',
    { hasDue: false, nextFreeAt: undefined },
    'idle',
    ['nothing_due'],
    null,
  ],
];

describe('the sending status', () => {
  test.each(cases)('%s', (_, changes, state, reasons, nextSendAt) => {
    expect(describeActive({ ...sending, ...changes })).toMatchObject({ state, reasons, nextSendAt });
  });

  const standing: [Partial<CampaignItem>, string, string[]][] = [
    [{ status: 'draft' }, 'not_started', ['draft']],
    [{ status: 'paused', pauseReason: 'bounce_rate' }, 'idle', ['paused_bounce_rate']],
    [{ status: 'completed' }, 'idle', ['completed']],
  ];
  test.each(standing)('of an inactive campaign: %o', (changes, state, reasons) => {
    expect(describeInactive(runningItem(changes))).toEqual({
      state,
      reasons,
      nextSendAt: null,
      estimatedCompletionAt: null,
    });
  });
});
