import type { BatchGetItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { dynamoTable } from '#lib/storage/dynamo-table.ts';
import type { Item } from '#lib/storage/table.ts';

const keyOf = (number: number): Item => ({ pk: `pk-${number}`, sk: 'sk' });

/** A table with all items of even numbers, and the partition keys of each of its calls. */
function recordedReads(answer: () => void = () => undefined) {
  const calls: (string | undefined)[][] = [];
  const send = async ({ input }: BatchGetItemCommand) => {
    const keys = input.RequestItems?.['table']?.Keys ?? [];
    calls.push(keys.map(({ pk }) => pk?.S));
    answer();
    const found = keys.filter(({ pk }) => Number(pk?.S?.slice(3)) % 2 === 0).reverse();

    return { Responses: { table: found } };
  };

  return { calls, get: dynamoTable({ send } as unknown as DynamoDBClient, 'table').get };
}

test('reads of one turn become one call with distinct keys, and each caller gets its own item', async () => {
  const { calls, get } = recordedReads();
  const asked = [3, 2, 4, 2, 3];

  const answers = await Promise.all(asked.map((number) => get(keyOf(number))));

  expect(answers).toEqual([undefined, keyOf(2), keyOf(4), keyOf(2), undefined]);
  expect(calls).toEqual([['pk-3', 'pk-2', 'pk-4']]);
});

test('responses are not cached: a later read makes a new call', async () => {
  const { calls, get } = recordedReads();
  await get(keyOf(2));
  const late = get(keyOf(2));
  await Promise.all([late, late.then(() => get(keyOf(2)))]);

  expect(calls).toHaveLength(3);
});

test('a failed call fails all its reads, but no later ones', async () => {
  let isDown = true;
  const { get } = recordedReads(() => {
    if (isDown) throw new Error('the table is down');
  });
  const answers = await Promise.allSettled([get(keyOf(2)), get(keyOf(4))]);
  isDown = false;

  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await get(keyOf(2))).toEqual(keyOf(2));
});
