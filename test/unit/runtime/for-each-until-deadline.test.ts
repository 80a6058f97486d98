import { expect, test } from 'vitest';
import { forEachUntilDeadline } from '#lib/runtime/for-each-until-deadline.ts';

const items = Array.from({ length: 100 }, (_, position) => position);

test('handles each item once with limited concurrency', async () => {
  const handled: number[] = [];
  let atOnce = 0;
  let most = 0;
  await forEachUntilDeadline(items, { concurrency: 7, startWithinMs: 60_000 }, async (item) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await Promise.resolve();
    atOnce -= 1;
    handled.push(item);
  });

  expect(handled.toSorted((one, other) => one - other)).toEqual(items);
  expect(most).toBe(7);
});

test('an item that fails or hangs does not block others', async () => {
  const hanging = Promise.withResolvers<void>();
  const handled: number[] = [];
  const failures = forEachUntilDeadline(items, { concurrency: 2, startWithinMs: 60_000 }, async (item) => {
    if (item === 0) return hanging.promise;
    if (item % 10 === 5) throw new Error(`item ${item}`);
    handled.push(item);
    if (item === 99) hanging.resolve();
  });

  expect(await failures).toHaveLength(10);
  expect(handled).toHaveLength(89);
});

test('starts no item after the deadline', async () => {
  const handled: number[] = [];
  await forEachUntilDeadline(
    items,
    { concurrency: 3, startWithinMs: 0 },
    async (item) => void handled.push(item),
  );

  expect(handled).toEqual([0, 1, 2]);
});
