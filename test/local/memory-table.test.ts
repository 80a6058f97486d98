import { expect, test } from 'vitest';
import { type Query, type Table, TransactionRefused, type Write } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';
import { createMemoryTable } from '../../infra/local/history/memory-table.ts';
import { connected } from '../support/stack.ts';

const pk = `W#${newId('wsp', Date.now())}#SAME`;
const key = (sk: string) => ({ pk, sk });
const indexed = (sk: string, place: string) => ({
  gsi1pk: `${pk}#INDEX`,
  gsi1sk: place,
  gsi3pk: `${pk}#WORK`,
  gsi3sk: sk,
});

const transactions: readonly (readonly Write[])[] = [
  ['a', 'b', 'ba', 'c'].map((sk) => ({
    put: {
      ...key(sk),
      ...indexed(sk, sk === 'c' ? 'b' : sk),
      count: 1,
      name: 'Ä',
      empty: undefined,
      list: [1, { x: null }],
    },
  })),
  [
    {
      update: key('a'),
      set: { name: 'new' },
      add: { count: 2, other: -1 },
      append: { list: ['two'], more: [0] },
    },
  ],
  [{ update: key('d'), add: { count: 5 }, if: { pk: 'absent' } }],
  [{ update: key('b'), remove: ['gsi1pk', 'gsi1sk', 'unknown'], if: { name: { is: 'Ä' } } }],
  [{ delete: key('ba'), if: { count: { between: [1, 1] } } }],
  // These are rejected as a whole.
  [{ put: { ...key('e') } }, { check: key('a'), if: { count: { above: 3 } } }],
  [{ put: { ...key('a'), name: 'again' }, if: { pk: 'absent' } }],
  [{ update: key('zz'), set: { name: 'x' }, if: [{ name: 'present' }, { count: { below: 10 } }] }],
  [{ update: key('a'), set: { name: 'x' }, if: { name: { atMost: 3 } } }],
  [{ update: key('a'), set: { found: true }, if: [{ name: { oneOf: ['old', 'new'] } }, { pk: 'absent' }] }],
];

const queries: readonly Query[] = [
  { pk, limit: 10 },
  { pk, limit: 2 },
  { pk, limit: 2, descending: true },
  { pk, limit: 10, sk: { prefix: 'b' } },
  { pk, limit: 10, sk: { after: 'a' } },
  { pk, limit: 10, sk: { before: 'c' }, descending: true },
  { pk, limit: 10, sk: { from: 'b', to: 'c' } },
  { index: 'gsi1', pk: `${pk}#INDEX`, limit: 10 },
  { index: 'gsi3', pk: `${pk}#WORK`, limit: 10, sk: { from: 'b', to: 'z' } },
];

/** The outcome of each transaction, and then of each query. */
async function outcomesOf(table: Table): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (const writes of transactions) {
    const outcome = table.transact(writes).then(
      () => 'committed',
      (error) => (error instanceof TransactionRefused ? [...error.failed] : error),
    );
    outcomes.push(await outcome);
  }
  for (const query of queries) outcomes.push((await table.query(query)).items);

  return outcomes;
}

test('the table in memory gives the same outcomes as DynamoDB', async () => {
  const inMemory = await outcomesOf(createMemoryTable(() => undefined));

  expect(inMemory).toEqual(await outcomesOf(connected().table));
  expect(inMemory.filter((outcome) => outcome === 'committed')).toHaveLength(6);
});
