import { beforeAll, describe, expect, test } from 'vitest';
import { useOwnResources } from '../workers/support/own-resources.ts';
import { findFaults } from './checker/checker.ts';
import type { Setting } from './populate.ts';
import { inContactZones, period, settingOf, withRampUp } from './settings.ts';
import { simulate } from './simulation.ts';

const reliable = { seed: 1, doubled: 0, lost: 0 };
const small = { contacts: 60, accounts: 2, dailyLimit: 40, minGapSeconds: 20 };
const limited = { contacts: 150, accounts: 3, dailyLimit: 40, minGapSeconds: 60 };
const limits = { dailyLimit: 90, dailyNewContactLimit: 40, maxContactsPerCompanyPerDay: 4 };
const large = {
  contacts: Number(process.env['SIMULATED_CONTACTS'] ?? 5000),
  accounts: 5,
  dailyLimit: 500,
  minGapSeconds: 10,
};
const timeout = 1_800_000;

async function expectNoViolations(setting: Setting, quality = reliable): Promise<void> {
  const { simulated, record, isOver } = await simulate(setting, period, quality);

  expect(findFaults(record).slice(0, 20)).toEqual([]);
  expect({ isOver, returned: simulated.returnedCount }).toEqual({ isOver: true, returned: 0 });
}

beforeAll(() => useOwnResources());

describe('every email of a three-step campaign respects its rules', () => {
  test('across the start of daylight saving time', { timeout }, () => expectNoViolations(settingOf(small)));

  test('in the time zones of its contacts', { timeout }, () =>
    expectNoViolations(inContactZones(settingOf(small))),
  );

  test('with campaign limits', { timeout }, () => expectNoViolations(settingOf(limited, limits)));

  test('with accounts that ramp up', { timeout }, () =>
    expectNoViolations(withRampUp(settingOf(small), { startPerDay: 5, increment: 3 })),
  );

  test('with repeated and lost messages', { timeout }, () =>
    expectNoViolations(settingOf(small), { seed: 2, doubled: 0.2, lost: 0.05 }),
  );

  test('with thousands of contacts', { timeout }, () => expectNoViolations(settingOf(large)));

  test('with thousands of contacts, in their time zones', { timeout }, () =>
    expectNoViolations(inContactZones(settingOf(large))),
  );
});
