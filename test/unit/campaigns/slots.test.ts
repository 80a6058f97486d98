import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SlotAccount, SlotQueue, SlotRequest } from '#lib/campaigns/dispatch/slot-request.ts';
import { planSlots } from '#lib/campaigns/dispatch/slots.ts';
import { nextOpening } from '#lib/campaigns/state/windows.ts';
import { localDate } from '#lib/values/time-zones.ts';
import { runningItem } from './fixtures.ts';

// A Friday, half an hour before midnight in UTC.
const now = Date.UTC(2026, 10, 20, 23, 30);
const zones = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'] as const;
const zone = fc.constantFrom(...zones);
const limit = fc.option(fc.integer({ min: 1, max: 20 }));

const account = (id: string): fc.Arbitrary<SlotAccount> =>
  fc
    .record({
      timezone: zone,
      dailyLimit: fc.integer({ min: 1, max: 12 }),
      minGapSeconds: fc.integer({ min: 10, max: 600 }),
      extraSeconds: fc.integer({ min: 0, max: 600 }),
      slotAgoMs: fc.integer({ min: -3_600_000, max: 3_600_000 }),
      slotsToday: fc.integer({ min: 0, max: 12 }),
      restMs: fc.integer({ min: -60_000, max: 3_600_000 }),
    })
    .map(({ extraSeconds, slotAgoMs, restMs, ...fields }) => ({
      ...fields,
      id,
      maxGapSeconds: fields.minGapSeconds + extraSeconds,
      nextSendAt: now + restMs,
      slotAt: now - slotAgoMs,
      slotDay: localDate(now - slotAgoMs, fields.timezone),
    }));

const accountIds = ['acc_0', 'acc_1', 'acc_2', 'acc_3'];

/** Executions that have been due for more than an hour, oldest first. */
function queueOf(name: string, count: number, place: Partial<SlotQueue>): SlotQueue {
  const due = Array.from({ length: count }, (_, position) => {
    const contactId = `con_${name}_${position}`;

    return { contactId, dueAt: now - 3_600_000 + position, position: `${position}#${contactId}` };
  });

  return { name, zone: undefined, accountId: undefined, ...place, due };
}

const request: fc.Arbitrary<SlotRequest> = fc
  .record({
    accounts: fc.tuple(...accountIds.map(account)),
    used: fc.integer({ min: 1, max: accountIds.length }),
    counts: fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 5, maxLength: 5 }),
    zoned: zone,
    ownWindows: fc.boolean(),
    campaignZone: zone,
    hours: fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 13, max: 24 })),
    dailyLimit: limit,
    dailyNewContactLimit: limit,
    prioritizeNewContacts: fc.boolean(),
    aheadMs: fc.integer({ min: 0, max: 72 * 3_600_000 }),
  })
  .map(({ accounts, used, counts, zoned, ownWindows, campaignZone, hours, aheadMs, ...limits }) => {
    const time = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
    const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
    const windows = [{ days: [...days], from: time(hours[0]), to: time(hours[1]) }];
    const own = accounts.slice(0, used);

    return {
      campaign: runningItem({
        ...limits,
        schedule: { ...runningItem().schedule, timezone: campaignZone, windows },
      }),
      accounts: own,
      firstAccountIds: new Set(own.slice(1).map(({ id }) => id)),
      queues: [
        queueOf('NEW#', counts[0] ?? 0, {}),
        queueOf('NEW#zoned', counts[1] ?? 0, { zone: zoned }),
        ...own.map(({ id }, position) =>
          queueOf(`NEXT#${id}`, counts[position + 1] ?? 0, {
            accountId: id,
            zone: ownWindows ? null : undefined,
          }),
        ),
      ],
      dayCounts: [{ day: localDate(now, campaignZone), mails: 3, firsts: 1 }],
      now,
      horizon: now + aheadMs,
    };
  });

const forAnyRequest = (holds: (input: SlotRequest, plan: ReturnType<typeof planSlots>) => void) =>
  fc.assert(fc.property(request, (input) => holds(input, planSlots(input))));

describe('with any accounts, windows and limits, the plan', () => {
  test('assigns each execution at most one slot, in queue order, between now and the horizon', () => {
    forAnyRequest((input, { slots }) => {
      for (const { name, due } of input.queues) {
        const got = slots.filter(({ queue }) => queue === name).map(({ execution }) => execution);
        expect(got).toEqual(due.slice(0, got.length));
      }
      for (const { at } of slots) expect(at >= input.now && at <= input.horizon).toBe(true);
    });
  });

  test('keeps the minimum gap between two slots of an account, and respects its cool-down', () => {
    forAnyRequest(({ accounts }, { slots }) => {
      for (const { id, slotAt, minGapSeconds, nextSendAt } of accounts) {
        const own = slots.filter(({ accountId }) => accountId === id).map(({ at }) => at);
        const times = [slotAt, ...own.toSorted((one, other) => one - other)];
        for (const [position, at] of times.entries()) {
          expect((times[position + 1] ?? Infinity) - at).toBeGreaterThanOrEqual(minGapSeconds * 1000);
        }
        for (const at of own) expect(at).toBeGreaterThanOrEqual(nextSendAt);
      }
    });
  });

  test('respects the daily limit of each account, in the account’s time zone', () => {
    forAnyRequest(({ accounts }, { slots }) => {
      for (const { id, timezone, dailyLimit, slotDay, slotsToday } of accounts) {
        const days = Map.groupBy(
          slots.filter(({ accountId }) => accountId === id),
          ({ at }) => localDate(at, timezone),
        );
        for (const [day, own] of days) {
          const before = day === slotDay ? slotsToday : 0;
          expect(own.length).toBeLessThanOrEqual(Math.max(0, dailyLimit - before));
        }
      }
    });
  });

  test('respects the campaign’s windows in the time zone of the queue, and its daily limits', () => {
    forAnyRequest(({ campaign, queues, dayCounts }, { slots }) => {
      const { schedule, dailyLimit, dailyNewContactLimit } = campaign;
      for (const { queue, at } of slots) {
        const place = queues.find(({ name }) => name === queue);
        if (place?.zone !== null) expect(nextOpening(schedule, at, place?.zone)).toBe(at);
      }
      const days = Map.groupBy(slots, ({ at }) => localDate(at, schedule.timezone));
      for (const [day, own] of days) {
        const before = dayCounts.find((count) => count.day === day) ?? { mails: 0, firsts: 0 };
        const firsts = own.filter(({ queue }) => queue.startsWith('NEW#')).length;
        expect(own.length + before.mails).toBeLessThanOrEqual(dailyLimit ?? Infinity);
        if (firsts > 0) expect(firsts + before.firsts).toBeLessThanOrEqual(dailyNewContactLimit ?? Infinity);
      }
    });
  });

  test('assigns follow-ups to the account of their thread, and first emails only to accounts of the campaign', () => {
    forAnyRequest(({ queues, firstAccountIds }, { slots }) => {
      for (const { queue, accountId } of slots) {
        const wanted = queues.find(({ name }) => name === queue)?.accountId;
        expect(wanted === undefined ? firstAccountIds.has(accountId) : wanted === accountId).toBe(true);
      }
    });
  });

  test('is deterministic, and predicts the first slot of the next plan', () => {
    forAnyRequest((input, plan) => {
      expect(planSlots(input)).toEqual(plan);
      const { nextFreeAt } = plan;
      if (nextFreeAt === undefined) return;
      expect(nextFreeAt).toBeGreaterThan(input.horizon);
      const counts = new Map(plan.slots.map(({ queue }) => [queue, 0]));
      for (const { queue } of plan.slots) counts.set(queue, (counts.get(queue) ?? 0) + 1);
      const later = planSlots({
        ...input,
        accounts: input.accounts.map((each) => ({ ...each, ...plan.updatedAccounts.get(each.id) })),
        queues: input.queues.map((queue) => ({
          ...queue,
          due: queue.due.slice(counts.get(queue.name) ?? 0),
        })),
        dayCounts: plan.dayCounts,
        horizon: nextFreeAt,
      });
      expect(later.slots[0]?.at).toBe(nextFreeAt);
    });
  });
});

describe('a single account', () => {
  const one: SlotAccount = {
    id: 'acc_1',
    timezone: 'UTC',
    dailyLimit: 3,
    minGapSeconds: 60,
    maxGapSeconds: 60,
    nextSendAt: 0,
    slotAt: 0,
    slotDay: '',
    slotsToday: 0,
  };
  const request48h = (changes: Partial<SlotAccount>, more: Partial<SlotRequest> = {}): SlotRequest => ({
    campaign: runningItem(),
    accounts: [{ ...one, ...changes }],
    firstAccountIds: new Set(['acc_1']),
    queues: [queueOf('NEW#', 5, {})],
    dayCounts: [],
    now,
    horizon: now + 48 * 3_600_000,
    ...more,
  });
  const minutes = (changes: Partial<SlotAccount>, more: Partial<SlotRequest> = {}) =>
    planSlots(request48h(changes, more)).slots.map(({ at }) => (at - now) / 60_000);

  test('sends immediately, then after each gap, and after its limit at the start of the next day', () => {
    expect(minutes({})).toEqual([0, 1, 2, 30, 31]);
  });

  test('varies its gaps between the minimum and the maximum', () => {
    const at = minutes({ maxGapSeconds: 120, dailyLimit: 20 });
    const gaps = at.slice(1).map((each, position) => each - (at[position] ?? 0));

    for (const gap of gaps) expect(gap >= 1 && gap <= 2).toBe(true);
    expect(new Set(gaps).size).toBeGreaterThan(1);
  });

  test('starts tomorrow when other campaigns have used its limit', () => {
    expect(minutes({ slotDay: '2026-11-20', slotsToday: 3, slotAt: now - 3_600_000 })[0]).toBe(30);
  });

  test('sends follow-ups first, unless the campaign prioritises new contacts', () => {
    const queues = [queueOf('NEW#', 2, {}), queueOf('NEXT#acc_1', 2, { accountId: 'acc_1' })];
    const served = (prioritizeNewContacts: boolean) =>
      planSlots(request48h({}, { queues, campaign: runningItem({ prioritizeNewContacts }) })).slots.map(
        ({ queue }) => queue,
      );

    expect(served(false)).toEqual(['NEXT#acc_1', 'NEXT#acc_1', 'NEW#', 'NEW#']);
    expect(served(true)).toEqual(['NEW#', 'NEW#', 'NEXT#acc_1', 'NEXT#acc_1']);
  });
});

test('of several free accounts, the account with the highest remaining limit sends, then the account that has been idle longest', () => {
  const base = {
    timezone: 'UTC',
    minGapSeconds: 60,
    maxGapSeconds: 60,
    nextSendAt: 0,
    slotDay: '2026-11-20',
  };
  const plan = planSlots({
    campaign: runningItem(),
    accounts: [
      { ...base, id: 'acc_1', dailyLimit: 10, slotAt: now - 7_200_000, slotsToday: 5 },
      { ...base, id: 'acc_2', dailyLimit: 10, slotAt: now - 3_600_000, slotsToday: 2 },
      { ...base, id: 'acc_3', dailyLimit: 10, slotAt: now - 7_200_000, slotsToday: 2 },
    ],
    firstAccountIds: new Set(['acc_1', 'acc_2', 'acc_3']),
    queues: [queueOf('NEW#', 3, {})],
    dayCounts: [],
    now,
    horizon: now,
  });

  expect(plan.slots.map(({ accountId }) => accountId)).toEqual(['acc_3', 'acc_2', 'acc_1']);
});

test('a contact in another time zone gets a slot while the campaign’s own windows are closed', () => {
  const windows = [{ days: ['mon' as const], from: '09:00', to: '17:00' }];
  const sender = { id: 'acc_0', timezone: 'UTC', dailyLimit: 5, minGapSeconds: 10, maxGapSeconds: 10 };
  const { slots } = planSlots({
    campaign: runningItem({ schedule: { ...runningItem().schedule, windows } }),
    accounts: [{ ...sender, nextSendAt: 0, slotAt: 0, slotDay: '', slotsToday: 0 }],
    firstAccountIds: new Set(['acc_0']),
    queues: [queueOf('NEXT#acc_0', 1, { accountId: 'acc_0', zone: null }), queueOf('NEW#', 1, {})],
    dayCounts: [],
    now,
    horizon: now + 900_000,
  });

  expect(slots.map(({ queue, at }) => ({ queue, at }))).toEqual([{ queue: 'NEXT#acc_0', at: now }]);
});
