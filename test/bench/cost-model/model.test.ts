import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CostTable } from '../support/cost-table.ts';
import { idleMonth, millions, price, totalOf } from './model.ts';

const costs = CostTable.parse(JSON.parse(readFileSync(new URL('../costs.json', import.meta.url), 'utf8')));

test('every line of the cost model stands on a figure that is measured and on an operation that is there', () => {
  for (const line of millions) expect(totalOf(price(costs, line))).toBeGreaterThan(0);
});

test('a figure that is gone is no line of nought', () => {
  const [line] = millions;
  if (!line) throw new Error('there are lines');

  expect(() => price(costs, { ...line, figure: 'gone' })).toThrow('costs.json has no figure');
  expect(() => price(costs, { ...line, operation: 'gone' })).toThrow('there is no operation');
});

test('a request is paid by its units, its time and the gateway', () => {
  const units = { sqsCalls: 0, schedulerCalls: 0, kmsCalls: 0, roundTrips: 3, writeUnits: 10, readUnits: 4 };
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

test('an idle campaign costs nothing', () => {
  expect(idleMonth(costs, 30)['a campaign with nothing to do']).toBe(0);
});
