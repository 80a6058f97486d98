import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planSlots } from '#lib/campaigns/slots.ts';

const now = Date.UTC(2026, 10, 20, 23, 30);
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const today = dayOf(now);

const account = fc
  .record({
    dailyLimit: fc.integer({ min: 0, max: 12 }),
    minGapSeconds: fc.integer({ min: 10, max: 600 }),
    extraSeconds: fc.integer({ min: 0, max: 600 }),
    slotAgoMs: fc.integer({ min: -3_600_000, max: 3_600_000 }),
    slotsToday: fc.integer({ min: 0, max: 12 }),
    isToday: fc.boolean(),
  })
  .map(({ dailyLimit, minGapSeconds, extraSeconds, slotAgoMs, slotsToday, isToday }) => ({
    dailyLimit,
    minGapSeconds,
    maxGapSeconds: minGapSeconds + extraSeconds,
    slotAt: now - slotAgoMs,
    slotsToday,
    slotDay: isToday ? dayOf(now - slotAgoMs) : '2026-11-01',
  }));

const request = fc.record({
  accounts: fc
    .array(account, { maxLength: 5 })
    .map((list) => list.map((each, position) => ({ ...each, id: `acc_${position}`, timezone: 'UTC' }))),
  count: fc.integer({ min: 0, max: 40 }),
  horizon: fc.integer({ min: 0, max: 48 * 3_600_000 }).map((ms) => now + ms),
  seed: fc.integer({ min: 0, max: 999 }).map((thousandths) => thousandths / 1000),
});

function plan({ accounts, count, horizon, seed }: typeof request extends fc.Arbitrary<infer R> ? R : never) {
  return planSlots({ accounts, count, now, horizon, random: () => seed });
}

describe('whatever the accounts, the plan', () => {
  test('gives at most as many slots as were asked for, in order, none in the past and none after the horizon', () => {
    fc.assert(
      fc.property(request, (input) => {
        const times = plan(input).slots.map(({ at }) => at);

        expect(times.length).toBeLessThanOrEqual(input.count);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        for (const at of times) expect(at >= now && at <= input.horizon).toBe(true);
      }),
    );
  });

  test('leaves at least its smallest gap between two slots of an account', () => {
    fc.assert(
      fc.property(request, (input) => {
        const { slots } = plan(input);
        for (const { id, slotAt, minGapSeconds } of input.accounts) {
          const times = [slotAt, ...slots.filter(({ accountId }) => accountId === id).map(({ at }) => at)];
          for (const [position, at] of times.entries()) {
            const next = times[position + 1];
            if (next !== undefined) expect(next - at).toBeGreaterThanOrEqual(minGapSeconds * 1000);
          }
        }
      }),
    );
  });

  test('gives no account more slots a day than its limit, those of before included', () => {
    fc.assert(
      fc.property(request, (input) => {
        const { slots } = plan(input);
        for (const { id, dailyLimit, slotDay, slotsToday } of input.accounts) {
          const perDay = Map.groupBy(
            slots.filter(({ accountId }) => accountId === id),
            ({ at }) => dayOf(at),
          );
          for (const [day, given] of perDay) {
            const before = day === slotDay ? slotsToday : 0;
            expect(given.length + before).toBeLessThanOrEqual(Math.max(dailyLimit, before));
          }
        }
      }),
    );
  });

  test('says of each account that gave slots what it looks like afterwards', () => {
    fc.assert(
      fc.property(request, (input) => {
        const { slots, taken } = plan(input);
        expect([...taken.keys()].sort()).toEqual(
          [...new Set(slots.map(({ accountId }) => accountId))].sort(),
        );
        for (const [id, { slotAt, slotDay }] of taken) {
          const last = slots.findLast(({ accountId }) => accountId === id);
          expect(slotAt).toBe(last?.at);
          expect(slotDay).toBe(dayOf(slotAt));
        }
      }),
    );
  });

  test('gives fewer than asked for only when the next slot lies after the horizon', () => {
    fc.assert(
      fc.property(request, (input) => {
        const { slots, nextFreeAt } = plan(input);
        if (slots.length < input.count) expect(nextFreeAt ?? Infinity).toBeGreaterThan(input.horizon);
      }),
    );
  });

  test('going on where it stopped gives what one plan would have given', () => {
    fc.assert(
      fc.property(request, fc.integer({ min: 0, max: 20 }), (input, cut) => {
        const whole = plan(input).slots;
        const first = plan({ ...input, count: Math.min(cut, input.count) });
        const accounts = input.accounts.map((each) => ({ ...each, ...first.taken.get(each.id) }));
        const rest = plan({ ...input, accounts, count: input.count - first.slots.length });

        expect([...first.slots, ...rest.slots]).toEqual(whole);
      }),
    );
  });
});

describe('a single account', () => {
  const one = {
    timezone: 'UTC',
    id: 'acc_1',
    dailyLimit: 3,
    minGapSeconds: 60,
    maxGapSeconds: 120,
    slotAt: 0,
    slotDay: '',
    slotsToday: 0,
  };
  const times = (changes: Partial<typeof one>, random = 0) =>
    planSlots({
      accounts: [{ ...one, ...changes }],
      count: 5,
      now,
      horizon: now + 48 * 3_600_000,
      random: () => random,
    }).slots.map(({ at }) => (at - now) / 60_000);

  test('begins at once, goes on a gap apart and, at its limit, at the first moment of the next day', () => {
    expect(times({})).toEqual([0, 1, 2, 30, 31]);
    expect(times({}, 0.5)).toEqual([0, 1.5, 3, 30, 31.5]);
  });

  test('whose limit was used up elsewhere begins tomorrow', () => {
    expect(times({ slotDay: today, slotsToday: 3, slotAt: now - 3_600_000 })[0]).toBe(30);
  });

  test('that may send nothing never has a slot', () => {
    expect(
      planSlots({
        accounts: [{ ...one, dailyLimit: 0 }],
        count: 1,
        now,
        horizon: Infinity,
        random: () => 0,
      }),
    ).toEqual({
      slots: [],
      taken: new Map(),
      nextFreeAt: undefined,
    });
  });
});
