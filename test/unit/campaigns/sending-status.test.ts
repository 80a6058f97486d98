import { describe, expect, test } from 'vitest';
import { describeSending, describeStandstill, type Outlook } from '#lib/campaigns/planning/sending-status.ts';
import type { CampaignItem } from '#lib/campaigns/stored.ts';
import { runningItem, tenContacts } from './fixtures.ts';

// A Friday.
const now = Date.parse('2026-03-13T12:00:00.000Z');
const account = { status: 'connected', dailyLimit: 5, slotsToday: 0, nextSendAt: 0, maxGapSeconds: 600 };
const sending: Outlook = {
  campaign: runningItem(),
  counters: tenContacts,
  accounts: [account],
  given: { mails: 0, firsts: 0 },
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

const cases: [string, Partial<Outlook>, string, string[], string | null][] = [
  ['what is due leaves', {}, 'sending', [], isoNow],
  [
    'it waits for its account’s gap',
    { accounts: [{ ...account, nextSendAt: now + 60_000 }], nextFreeAt: now + 60_000 },
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
    'its audience is being enrolled',
    { counters: { ...tenContacts, contacts: 0, openJobs: 1 } },
    'idle',
    ['enrolling'],
    null,
  ],
  [
    'everybody has come to an end',
    { counters: { ...tenContacts, completed: 6, stopped: 4 } },
    'no_contacts',
    ['no_open_contacts', 'contacts_stopped'],
    null,
  ],
  [
    'all that are left wait for a value or for an outcome, and others failed or were suppressed',
    {
      counters: { ...tenContacts, paused: 1, unknown: 2, failed: 3, blocklisted: 4 },
      ...{ hasDue: false, nextFreeAt: undefined },
    },
    'idle',
    ['nothing_due', 'contacts_paused', 'contacts_unknown', 'contacts_failed', 'contacts_suppressed'],
    null,
  ],
  [
    'a contact waits for a value while others are mailed',
    { counters: { ...tenContacts, paused: 1 } },
    'sending',
    ['contacts_paused'],
    isoNow,
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
    'all that is left waits for an account that does not work',
    {
      accounts: [account, { ...account, status: 'error' }],
      ...{ hasDue: false, nextFreeAt: undefined, isBlocked: true },
    },
    'no_healthy_account',
    ['account_error'],
    null,
  ],
  [
    'some wait for an account that does not work, while the others are mailed',
    { accounts: [account, { ...account, status: 'error' }], isBlocked: true },
    'sending',
    ['account_error'],
    isoNow,
  ],
  [
    'its window is closed',
    { openingAt: mondayAt, nextFreeAt: mondayAt },
    'outside_window',
    ['window'],
    monday,
  ],
  [
    'it begins later',
    {
      campaign: runningItem({ schedule: { ...runningItem().schedule, startAt: monday } }),
      ...{ openingAt: mondayAt, nextFreeAt: mondayAt },
    },
    'outside_window',
    ['before_start'],
    monday,
  ],
  [
    'its time is over',
    { openingAt: undefined, nextFreeAt: undefined },
    'outside_window',
    ['schedule_ended'],
    null,
  ],
  [
    'the campaign’s limit is reached',
    {
      campaign: runningItem({ dailyLimit: 3 }),
      ...{ given: { mails: 3, firsts: 0 }, nextFreeAt: tomorrowAt },
    },
    'campaign_limit_reached',
    ['campaign_daily_limit'],
    tomorrow,
  ],
  [
    'only first mails are left, and their limit is reached',
    {
      campaign: runningItem({ dailyNewContactLimit: 2 }),
      ...{ given: { mails: 2, firsts: 2 }, nextFreeAt: tomorrowAt },
    },
    'campaign_limit_reached',
    ['campaign_daily_new_contact_limit'],
    tomorrow,
  ],
  [
    'the limit of first mails is reached, and a follow-up is due',
    {
      campaign: runningItem({ dailyNewContactLimit: 2 }),
      ...{ given: { mails: 2, firsts: 2 }, hasFollowUp: true },
    },
    'sending',
    [],
    isoNow,
  ],
  [
    'every account’s limit is reached',
    { accounts: [{ ...account, slotsToday: 5 }], nextFreeAt: tomorrowAt },
    'account_limits_reached',
    ['account_daily_limit'],
    tomorrow,
  ],
  [
    'its account rests, because its server asked for it',
    { accounts: [{ ...account, nextSendAt: now + 3_600_000 }], nextFreeAt: now + 3_600_000 },
    'account_limits_reached',
    ['account_cool_down'],
    '2026-03-13T13:00:00.000Z',
  ],
  ['one account has room', { accounts: [{ ...account, slotsToday: 5 }, account] }, 'sending', [], isoNow],
  [
    'the next mail is due later',
    { hasDue: false, nextFreeAt: undefined, upcomingAt: now + 3_600_000 },
    'waiting_for_delay',
    ['step_delay'],
    '2026-03-13T13:00:00.000Z',
  ],
  ['all that is left is under way', { hasDue: false, nextFreeAt: undefined }, 'idle', ['nothing_due'], null],
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
