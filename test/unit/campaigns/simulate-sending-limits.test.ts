import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simulateSending } from '#lib/campaigns/planning/simulate-sending.ts';
import type { PendingRecipient, PlannedEmail } from '#lib/campaigns/planning/simulation-state.ts';
import { initialDispatch, zeroCounters } from '#lib/campaigns/state/stored.ts';
import { nextOpening } from '#lib/campaigns/state/windows.ts';
import type { EmailAccountItem } from '#lib/email-accounts/email-accounts.ts';
import { firstEmailQueue } from '#lib/executions/executions.ts';
import { localDate } from '#lib/values/time-zones.ts';
import { account } from '../email-accounts/account.ts';
import { daily, runningItem } from './fixtures.ts';

// A Friday, half an hour before midnight in UTC.
const now = Date.UTC(2026, 10, 20, 23, 30);
const zone = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland');
const limit = fc.option(fc.integer({ min: 1, max: 6 }));
const delay = fc.constantFrom(
  { value: 0, unit: 'minutes' } as const,
  { value: 3, unit: 'hours' } as const,
  { value: 2, unit: 'days' } as const,
);

const mailbox = fc.record({
  timezone: zone,
  dailyLimit: fc.integer({ min: 1, max: 6 }),
  gap: fc.integer({ min: 10, max: 3600 }),
  sentToday: fc.integer({ min: 0, max: 6 }),
});

const campaign = fc.record({
  steps: fc.array(delay, { minLength: 1, maxLength: 3 }),
  timezone: zone,
  useContactTimezone: fc.boolean(),
  dailyLimit: limit,
  dailyNewContactLimit: limit,
  maxContactsPerCompanyPerDay: fc.option(fc.integer({ min: 1, max: 2 })),
  prioritizeNewContacts: fc.boolean(),
});

const person = fc.record({ timezone: fc.option(zone), companyId: fc.option(fc.constantFrom('x', 'y')) });

const scene = fc.record({
  campaign,
  mailboxes: fc.array(mailbox, { minLength: 1, maxLength: 3 }),
  people: fc.array(person, { minLength: 1, maxLength: 15 }),
});

type Scene = typeof scene extends fc.Arbitrary<infer Value> ? Value : never;

function begin({ campaign, mailboxes, people }: Scene) {
  const { steps, timezone, useContactTimezone, ...limits } = campaign;
  const accounts = mailboxes.map(
    ({ gap, sentToday, ...given }, position): EmailAccountItem => ({
      ...account,
      ...given,
      id: `acc_${position}`,
      nextSendAt: 0,
      sendingDays: 1,
      sentToday,
      minGapSeconds: gap,
      maxGapSeconds: gap + 60,
      sentDay: localDate(now, given.timezone),
    }),
  );
  const schedule = {
    ...runningItem().schedule,
    windows: daily('09:00', '17:00'),
    timezone,
    useContactTimezone,
  };
  const item = runningItem({
    ...limits,
    schedule,
    emailAccountIds: accounts.map(({ id }) => id),
    steps: steps.map((each, step) => ({ id: `stp_${step}`, parts: 1, delay: each, businessDaysOnly: true })),
  });
  const recipients = people.map(
    (each, position): PendingRecipient => ({
      ...each,
      contactId: `con_${position}`,
      dueAt: now,
      sentSteps: [],
      lastSentAt: undefined,
      queue: firstEmailQueue(useContactTimezone ? (each.timezone ?? undefined) : undefined),
    }),
  );

  return { item, accounts, waiters: recipients };
}

function countBy(emails: readonly PlannedEmail[], groupOf: (mail: PlannedEmail) => string): number[] {
  return [...Map.groupBy(emails, groupOf).values()].map((group) => group.length);
}

const most = (counts: readonly number[]) => Math.max(0, ...counts);

test('a simulation sends every email and violates no window, gap or limit', () => {
  fc.assert(
    fc.property(scene, (given) => {
      const { item, accounts, waiters: recipients } = begin(given);
      const state = {
        campaign: item,
        counters: { ...zeroCounters, contacts: recipients.length },
        quota: undefined,
      };
      const { emails, isComplete } = simulateSending({
        state: { ...state, dispatch: initialDispatch },
        dispatch: initialDispatch,
        accounts,
        recipients,
        now,
        emailsMax: 1000,
        hasMissingVariables: () => false,
      });
      const { schedule, dailyLimit, dailyNewContactLimit, maxContactsPerCompanyPerDay: companyMax } = item;
      const dayOf = ({ at }: PlannedEmail) => localDate(at, schedule.timezone);
      const recipientOf = ({ contactId }: PlannedEmail) =>
        recipients.find((each) => each.contactId === contactId);

      expect(isComplete).toBe(true);
      expect(emails).toHaveLength(recipients.length * item.steps.length);
      expect(new Set(emails.map(({ contactId, stepId }) => `${contactId} ${stepId}`)).size).toBe(
        emails.length,
      );
      expect(most(countBy(emails, dayOf))).toBeLessThanOrEqual(dailyLimit ?? emails.length);
      const firsts = emails.filter(({ stepId }) => stepId === 'stp_0');
      expect(most(countBy(firsts, dayOf))).toBeLessThanOrEqual(dailyNewContactLimit ?? emails.length);
      const persons = Map.groupBy(
        emails.filter((mail) => recipientOf(mail)?.companyId),
        (mail) => `${recipientOf(mail)?.companyId} ${dayOf(mail)}`,
      );
      for (const group of persons.values()) {
        const size = new Set(group.map(({ contactId }) => contactId)).size;
        expect(size).toBeLessThanOrEqual(companyMax ?? emails.length);
      }
      for (const mail of emails) {
        const own = schedule.useContactTimezone ? (recipientOf(mail)?.timezone ?? undefined) : undefined;
        expect(nextOpening(schedule, mail.at, own)).toBe(mail.at);
      }
      for (const { id, dailyLimit: max, minGapSeconds, timezone, sentDay, sentToday } of accounts) {
        const own = emails.filter(({ accountId }) => accountId === id);
        const days = Map.groupBy(own, ({ at }) => localDate(at, timezone));
        for (const [day, group] of days) {
          expect(group.length + (day === sentDay ? sentToday : 0)).toBeLessThanOrEqual(max);
        }
        const moments = own.map(({ at }) => at).sort((one, other) => one - other);
        for (const [position, at] of moments.slice(1).entries()) {
          expect(at - (moments[position] ?? 0)).toBeGreaterThanOrEqual(minGapSeconds * 1000);
        }
      }
    }),
    { numRuns: 60 },
  );
});
