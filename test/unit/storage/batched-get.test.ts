import { expect, test } from 'vitest';
import { batchedGet } from '#lib/storage/batched-get.ts';
import type { Item, Key } from '#lib/storage/table.ts';

const keyOf = (number: number): Item => ({ pk: `pk-${number}`, sk: 'sk' });

/** Items with even numbers exist. */
function recordedReads(answer: (keys: readonly Key[]) => void = () => undefined) {
  const calls: (readonly Key[])[] = [];
  const get = batchedGet(async (keys): Promise<Item[]> => {
    calls.push(keys);
    answer(keys);

    return keys
      .filter(({ pk }) => Number(pk.slice(3)) % 2 === 0)
      .map((key) => ({ ...key }))
      .reverse();
  });

  return { calls, get };
}

test('reads of one turn become one call with distinct keys, and each caller gets its own item', async () => {
  const { calls, get } = recordedReads();
  const asked = [3, 2, 4, 2, 3];

  const answers = await Promise.all(asked.map((number) => get(keyOf(number))));

  expect(answers).toEqual([undefined, keyOf(2), keyOf(4), keyOf(2), undefined]);
  expect(calls).toEqual([[keyOf(3), keyOf(2), keyOf(4)]]);
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
