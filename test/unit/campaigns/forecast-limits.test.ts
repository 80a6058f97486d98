import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextOpening } from '#lib/campaigns/dispatch/windows.ts';
import type { Waiter } from '#lib/campaigns/planning/forecast.ts';
import { forecast, type PlannedMail } from '#lib/campaigns/planning/forecast.ts';
import { noCounts, noDispatch } from '#lib/campaigns/stored.ts';
import type { EmailAccountItem } from '#lib/email-accounts/email-accounts.ts';
import { newQueue } from '#lib/executions/executions.ts';
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
      ...{ ...account, ...given, id: `acc_${position}`, nextSendAt: 0, sendingDays: 1, sentToday },
      ...{ minGapSeconds: gap, maxGapSeconds: gap + 60, sentDay: localDate(now, given.timezone) },
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
    ...{ schedule, emailAccountIds: accounts.map(({ id }) => id) },
    steps: steps.map((each, step) => ({ id: `stp_${step}`, parts: 1, delay: each, businessDaysOnly: true })),
  });
  const waiters = people.map(
    (each, position): Waiter => ({
      ...{ ...each, contactId: `con_${position}`, dueAt: now, sentSteps: [], lastSentAt: undefined },
      queue: newQueue(useContactTimezone ? (each.timezone ?? undefined) : undefined),
    }),
  );

  return { item, accounts, waiters };
}

function countBy(mails: readonly PlannedMail[], placeOf: (mail: PlannedMail) => string): number[] {
  return [...Map.groupBy(mails, placeOf).values()].map((group) => group.length);
}

const most = (counts: readonly number[]) => Math.max(0, ...counts);

test('a simulation sends every email and violates no window, gap or limit', () => {
  fc.assert(
    fc.property(scene, (given) => {
      const { item, accounts, waiters } = begin(given);
      const state = { campaign: item, counters: { ...noCounts, contacts: waiters.length }, quota: undefined };
      const { mails, isWhole } = forecast({
        ...{ state: { ...state, dispatch: noDispatch }, dispatch: noDispatch, accounts, waiters, now },
        ...{ mailsMax: 1000, isLacking: () => false },
      });
      const { schedule, dailyLimit, dailyNewContactLimit, maxContactsPerCompanyPerDay: companyMax } = item;
      const dayOf = ({ at }: PlannedMail) => localDate(at, schedule.timezone);
      const waiterOf = ({ contactId }: PlannedMail) => waiters.find((each) => each.contactId === contactId);

      expect(isWhole).toBe(true);
      expect(mails).toHaveLength(waiters.length * item.steps.length);
      expect(new Set(mails.map(({ contactId, stepId }) => `${contactId} ${stepId}`)).size).toBe(mails.length);
      expect(most(countBy(mails, dayOf))).toBeLessThanOrEqual(dailyLimit ?? mails.length);
      const firsts = mails.filter(({ stepId }) => stepId === 'stp_0');
      expect(most(countBy(firsts, dayOf))).toBeLessThanOrEqual(dailyNewContactLimit ?? mails.length);
      const persons = Map.groupBy(
        mails.filter((mail) => waiterOf(mail)?.companyId),
        (mail) => `${waiterOf(mail)?.companyId} ${dayOf(mail)}`,
      );
      for (const group of persons.values()) {
        const size = new Set(group.map(({ contactId }) => contactId)).size;
        expect(size).toBeLessThanOrEqual(companyMax ?? mails.length);
      }
      for (const mail of mails) {
        const own = schedule.useContactTimezone ? (waiterOf(mail)?.timezone ?? undefined) : undefined;
        expect(nextOpening(schedule, mail.at, own)).toBe(mail.at);
      }
      for (const { id, dailyLimit: max, minGapSeconds, timezone, sentDay, sentToday } of accounts) {
        const own = mails.filter(({ accountId }) => accountId === id);
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
