import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { queueNames } from '#lib/values/queues.ts';
import { CostTable } from '../support/cost-table.ts';
import { idleMonth, millions, price, totalOf } from './model.ts';
import { inboxMonth, inboxReads, monthInUse } from './month.ts';
import { readInventory } from './stage.ts';

const costs = CostTable.parse(JSON.parse(readFileSync(new URL('../costs.json', import.meta.url), 'utf8')));

test('every line of the cost model refers to a measured figure and an existing operation', () => {
  for (const line of millions) expect(totalOf(price(costs, line))).toBeGreaterThan(0);
});

test('a missing figure is an error', () => {
  const [line] = millions;
  if (!line) throw new Error('there are lines');

  expect(() => price(costs, { ...line, figure: 'gone' })).toThrow('costs.json has no figure');
  expect(() => price(costs, { ...line, operation: 'gone' })).toThrow('there is no operation');
});

test('a request costs its units, its time and the gateway', () => {
  const units = {
    sqsCalls: 0,
    schedulerCalls: 0,
    kmsCalls: 0,
    s3Calls: 0,
    roundTrips: 3,
    writeUnits: 10,
    readUnits: 4,
  };
  const line = { what: '', figure: 'one', operation: 'contacts.get', together: 1, isRequest: true };

  expect(price({ one: units }, line)).toEqual({
    what: '',
    database: 6.75,
    queues: 0,
    gateway: 3.5,
    // 18 ms of half a gigabyte.
    lambda: expect.closeTo(0.2 + 0.12, 4),
    logs: 0.3,
  });
});

const stage = readInventory('prod');
const idle = idleMonth(costs, stage);

test('an idle campaign costs nothing', () => {
  expect(idle['a campaign with nothing to do']).toBe(0);
});

// Every queue costs three quarters of a dollar: polling, and the metrics of two alarms: waiting messages, and failures per invocation.
test('a stage without any use costs at most 12 dollars a month', () => {
  expect(stage).toMatchObject({ keys: 2, polledQueues: queueNames.length });
  expect(Object.values(idle).reduce((sum, dollars) => sum + dollars, 0)).toBeLessThanOrEqual(12);
});

test('README has the costs of an idle stage and of an idle mailbox', () => {
  const dollars = Object.values(idle).reduce((sum, each) => sum + each, 0);
  const mailbox = inboxMonth(costs, inboxReads.dailyIdle);

  expect(readFileSync('README.md', 'utf8')).toContain(
    `an idle stage costs $${dollars.toFixed(2)} a month, an idle mailbox $${mailbox.toFixed(2)}`,
  );
});

test('reading an inbox costs at most 12 cents a month in use, and 3 cents idle', () => {
  expect(inboxMonth(costs, inboxReads.dailyInUse)).toBeLessThanOrEqual(0.12);
  expect(inboxMonth(costs, inboxReads.dailyIdle)).toBeLessThanOrEqual(0.03);
});

/**
 * Dollars of 1,000 mailboxes from a calculation that does not use this model: list prices, and units and bytes counted on a local stack with
 * 90 days of activity. It has no replies, stored logs and deliveries, and contacts of another size.
 */
const independent = {
  // 14.6 million reads: Lambda 29, the table 42, KMS 9, SQS 2.
  'inbox reads': 82,
  'inbox reads before follow-ups': 7,
  'mails, due to recorded': 31,
  'events published': 7,
  'webhook deliveries': 19,
  'opens and clicks': 9,
  'transfer to the internet': 9.5,
};

test('a month in use costs within 20 % of an independent calculation, in proportion to the mailboxes', () => {
  const month = monthInUse(costs, 1000, 1);
  for (const [row, dollars] of Object.entries(independent)) {
    expect.soft(month[row], row).toBeGreaterThan(dollars * 0.8);
    expect.soft(month[row], row).toBeLessThan(dollars * 1.2);
  }
  for (const [row, dollars] of Object.entries(monthInUse(costs, 10_000, 1))) {
    expect.soft(dollars, row).toBeCloseTo(10 * (month[row] ?? 0));
  }
});
