import { describe, expect, test } from 'vitest';
import { simulateSending } from '#lib/campaigns/planning/simulate-sending.ts';
import type { PendingRecipient, SimulationRequest } from '#lib/campaigns/planning/simulation-state.ts';
import {
  type CampaignItem,
  type DayCount,
  initialDispatch,
  zeroCounters,
} from '#lib/campaigns/state/stored.ts';
import type { EmailAccountItem } from '#lib/email-accounts/email-accounts.ts';
import { firstEmailQueue } from '#lib/executions/executions.ts';
import { account } from '../email-accounts/account.ts';
import { daily, runningItem } from './fixtures.ts';

// A Monday. New York is five hours behind.
const now = Date.parse('2026-11-23T10:00:00Z');

/** An account that sends an email every ten minutes, by default without a limit. */
function mailbox(changes: Partial<EmailAccountItem> = {}): EmailAccountItem {
  return {
    ...account,
    dailyLimit: 500,
    minGapSeconds: 600,
    maxGapSeconds: 600,
    timezone: 'UTC',
    sentDay: '',
    sentToday: 0,
    sendingDays: 0,
    nextSendAt: 0,
    ...changes,
  };
}

function recipient(contactId: string, changes: Partial<PendingRecipient> = {}): PendingRecipient {
  return {
    contactId,
    dueAt: now,
    timezone: null,
    companyId: null,
    sentSteps: [],
    lastSentAt: undefined,
    queue: firstEmailQueue(undefined),
    ...changes,
  };
}

function stepsAfter(...delays: CampaignItem['steps'][number]['delay'][]): CampaignItem['steps'] {
  return delays.map((delay, step) => ({ id: `stp_${step + 1}`, parts: 1, delay, businessDaysOnly: true }));
}
const atOnce = { value: 0, unit: 'minutes' } as const;

interface Case {
  readonly campaign?: Partial<CampaignItem>;
  readonly schedule?: Partial<CampaignItem['schedule']>;
  readonly accounts?: readonly EmailAccountItem[];
  readonly recipients: readonly PendingRecipient[];
  readonly hasMissingVariables?: SimulationRequest['hasMissingVariables'];
  readonly at?: number;
  readonly quota?: DayCount;
}

function simulate({
  campaign,
  schedule,
  accounts = [mailbox()],
  recipients,
  hasMissingVariables,
  at = now,
  quota,
}: Case) {
  const item = runningItem({ emailAccountIds: accounts.map(({ id }) => id), ...campaign });
  const state = {
    campaign: { ...item, schedule: { ...item.schedule, ...schedule } },
    counters: { ...zeroCounters, contacts: recipients.length },
    dispatch: initialDispatch,
    quota,
  };

  return simulateSending({
    state,
    dispatch: initialDispatch,
    accounts,
    recipients,
    now: at,
    emailsMax: 1000,
    hasMissingVariables: hasMissingVariables ?? (() => false),
  });
}

/** `a 1 23. 10:00`: contact, step, and time of the email. */
function told(request: Case): string[] {
  return simulate(request).emails.map(({ contactId, stepId, at }) => {
    const [, day, time] = /-(\d\d)T(\d\d:\d\d):00\.000Z$/.exec(new Date(at).toISOString()) ?? [];

    return `${contactId} ${stepId.slice('stp_'.length)} ${day}. ${time}`;
  });
}

describe('a simulation', () => {
  const abc = [recipient('a'), recipient('b'), recipient('c')];
  const cases: [string, Case, string[]][] = [
    [
      'continues at the next opening after the end of a window',
      { recipients: abc, schedule: { windows: daily('09:00', '10:15') } },
      ['a 1 23. 10:00', 'b 1 23. 10:10', 'c 1 24. 09:00'],
    ],
    [
      'sends on Monday what is due one business day after Friday',
      {
        at: Date.parse('2026-11-27T10:00:00Z'),
        recipients: [recipient('a', { dueAt: Date.parse('2026-11-27T10:00:00Z') })],
        campaign: { steps: stepsAfter(atOnce, { value: 1, unit: 'days' }) },
        schedule: { windows: daily('09:00', '17:00') },
      },
      ['a 1 27. 10:00', 'a 2 30. 10:00'],
    ],
    [
      'respects the daily limit of the campaign',
      { recipients: abc, campaign: { dailyLimit: 2 } },
      ['a 1 23. 10:00', 'b 1 23. 10:10', 'c 1 24. 00:00'],
    ],
    [
      'does not count follow-ups for the limit of new contacts',
      {
        recipients: [recipient('a'), recipient('b')],
        campaign: { dailyNewContactLimit: 1, steps: stepsAfter(atOnce, { value: 1, unit: 'hours' }) },
      },
      ['a 1 23. 10:00', 'a 2 23. 11:00', 'b 1 24. 00:00', 'b 2 24. 01:00'],
    ],
    [
      'counts a contact once for the daily limit of its company',
      {
        recipients: [recipient('a', { companyId: 'x' }), recipient('b', { companyId: 'x' }), recipient('c')],
        campaign: {
          maxContactsPerCompanyPerDay: 1,
          steps: stepsAfter(atOnce, { value: 1, unit: 'hours' }),
        },
      },
      ['a 1 23. 10:00', 'c 1 23. 10:20', 'a 2 23. 11:00', 'c 2 23. 11:20', 'b 1 24. 00:00', 'b 2 24. 01:00'],
    ],
    [
      'sends no further email to a contact with a missing variable',
      {
        recipients: [recipient('a'), recipient('b')],
        campaign: { steps: stepsAfter(atOnce, { value: 1, unit: 'hours' }, { value: 1, unit: 'hours' }) },
        hasMissingVariables: (contactId, stepId) => contactId === 'a' && stepId === 'stp_2',
      },
      ['a 1 23. 10:00', 'b 1 23. 10:10', 'b 2 23. 11:10', 'b 3 23. 12:10'],
    ],
    [
      'counts what an account has sent today in other campaigns',
      {
        recipients: [recipient('a'), recipient('b')],
        accounts: [mailbox({ dailyLimit: 3, sentDay: '2026-11-23', sentToday: 2, sendingDays: 4 })],
      },
      ['a 1 23. 10:00', 'b 1 24. 00:00'],
    ],
    [
      'respects the ramp-up of an account',
      {
        recipients: [...abc, recipient('d')],
        accounts: [mailbox({ rampUp: { enabled: true, startPerDay: 1, increment: 1 } })],
      },
      ['a 1 23. 10:00', 'b 1 24. 00:00', 'c 1 24. 00:10', 'd 1 25. 00:00'],
    ],
    [
      'sends within the windows of the contact’s time zone',
      {
        recipients: [
          recipient('a', { timezone: 'America/New_York', queue: firstEmailQueue('America/New_York') }),
          recipient('b'),
        ],
        schedule: { windows: daily('09:00', '17:00'), useContactTimezone: true },
      },
      ['b 1 23. 10:00', 'a 1 23. 14:00'],
    ],
    [
      'sends follow-ups within the windows of the contact’s time zone',
      {
        recipients: [
          recipient('a', { timezone: 'Pacific/Auckland', queue: firstEmailQueue('Pacific/Auckland') }),
        ],
        campaign: { steps: stepsAfter(atOnce, { value: 1, unit: 'days' }) },
        schedule: { windows: daily('10:00', '12:00'), useContactTimezone: true },
      },
      ['a 1 23. 21:00', 'a 2 24. 21:00'],
    ],
  ];

  test.each(cases)('%s', (_, request, expected) => {
    expect(told(request)).toEqual(expected);
  });

  test('respects the daily limit after a change to a time zone with an earlier date', () => {
    const quota = { day: '2026-11-24', mails: 2, firsts: 2 };
    const emails = told({ recipients: abc, campaign: { dailyLimit: 3 }, quota });

    expect(emails.filter((email) => email.includes(' 23. '))).toEqual(['a 1 23. 10:00']);
  });

  test('reports when recipients get no email', () => {
    expect(simulate({ recipients: abc }).isComplete).toBe(true);
    const ended = { endAt: '2026-11-23T10:05:00.000Z' };
    expect(simulate({ recipients: abc, schedule: ended }).isComplete).toBe(false);
  });

  test('sends follow-ups from the account of the thread, and first emails from any account', () => {
    const { emails } = simulate({
      recipients: [...abc, recipient('d')],
      accounts: [mailbox({ id: 'acc_1' }), mailbox({ id: 'acc_2' })],
      campaign: { steps: stepsAfter(atOnce, { value: 1, unit: 'days' }) },
    });
    const accountsOf = (id: string) =>
      emails.flatMap(({ contactId, accountId }) => (contactId === id ? [accountId] : []));

    expect(emails).toHaveLength(8);
    for (const id of ['a', 'b', 'c', 'd']) expect(new Set(accountsOf(id)).size).toBe(1);
    expect(new Set(emails.map(({ accountId }) => accountId)).size).toBe(2);
  });
});
