import { join } from 'node:path';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { advanceClock, putItem, readStackStatus, sendMessage } from './support/clients.ts';
import { readRecords, waitUntil } from './support/folder.ts';
import { stackTest as test } from './support/stack.ts';
import type { TestStack } from './support/test-stack.ts';

const Received = z.array(z.object({ body: z.string(), count: z.string() }));
const Published = z.object({ keys: z.array(z.string()) });

test('only messages that the function reports as failed are received again after their visibility timeout', async ({
  stack,
}) => {
  await sendMessage(stack, 'fail-once');
  await sendMessage(stack, 'fine');
  await waitUntil(() => received(stack, 'fail-once').length === 1 && received(stack, 'fine').length === 1);
  await waitUntil(async () => (await jobs(stack)).inFlight === 1);

  await advanceClock(stack, 61_000);

  await waitUntil(() => received(stack, 'fail-once').length === 2);
  expect(received(stack, 'fail-once').map(({ count }) => count)).toEqual(['1', '2']);
  expect(received(stack, 'fine')).toHaveLength(1);
});

test('a message moves to the dead-letter queue after the maximum receive count if its function always throws', async ({
  stack,
}) => {
  const before = (await readStackStatus(stack)).queues['JobsDead']?.ready ?? 0;
  await sendMessage(stack, 'throw');
  await waitUntil(() => received(stack, 'throw').length === 1);
  await waitUntil(async () => {
    await advanceClock(stack, 61_000);

    return ((await readStackStatus(stack)).queues['JobsDead']?.ready ?? 0) > before;
  });

  // The log may be written shortly after the dead letter.
  await waitUntil(() => received(stack, 'throw').length >= 2);
  expect(received(stack, 'throw')).toHaveLength(2);
});

test('a delayed message arrives when the clock has passed its delay, not before', async ({ stack }) => {
  await sendMessage(stack, 'later', 900);
  expect((await jobs(stack)).delayed).toBe(1);

  await advanceClock(stack, 890_000);
  expect((await jobs(stack)).delayed).toBe(1);
  expect(received(stack, 'later')).toEqual([]);
  await advanceClock(stack, 11_000);

  await waitUntil(() => received(stack, 'later').length === 1);
});

test('only inserts with the filter’s key prefix reach the stream function', async ({ stack }) => {
  await putItem(stack, 'OTHER#1', 'unwanted');
  await putItem(stack, 'OUTBOX#1', 'first');
  await putItem(stack, 'OUTBOX#1', 'first');
  await putItem(stack, 'OUTBOX#1', 'second');

  await waitUntil(() => published(stack).includes('second'));

  expect(published(stack).filter((key) => ['unwanted', 'first', 'second'].includes(key))).toEqual([
    'first',
    'second',
  ]);
});

test('a change reaches the stream function within 150 ms when it is warm', async ({ stack }) => {
  await putItem(stack, 'OUTBOX#2', 'warm-up');
  await waitUntil(() => published(stack).includes('warm-up'));

  const durations: number[] = [];
  for (const key of ['a', 'b', 'c', 'd', 'e']) {
    const start = performance.now();
    await putItem(stack, 'OUTBOX#2', `fast-${key}`);
    await waitUntil(() => published(stack).includes(`fast-${key}`));
    durations.push(performance.now() - start);
  }

  expect(durations.toSorted((a, b) => a - b)[2]).toBeLessThan(150);
});

test('a record that always fails is isolated: the others arrive, and the dead-letter queue gets its position', async ({
  stack,
}) => {
  const before = (await readStackStatus(stack)).queues['StreamDead']?.ready ?? 0;
  await Promise.all(['x', 'poison', 'y'].map((key) => putItem(stack, `OUTBOX#${key}`, key)));

  await waitUntil(async () => (await readStackStatus(stack)).queues['StreamDead']?.ready === before + 1);
  await putItem(stack, 'OUTBOX#3', 'after');
  await waitUntil(() => published(stack).includes('after'));

  expect(published(stack)).toEqual(expect.arrayContaining(['x', 'y', 'after']));
  expect(published(stack).filter((key) => key === 'poison').length).toBeGreaterThanOrEqual(2);
});

test('the template’s schedule invokes its function when the clock moves, with the moved time', async ({
  stack,
}) => {
  const runs = () =>
    readRecords(recordFile(stack, 'sweep')).map((run) => z.parse(z.object({ now: z.number() }), run));
  const before = runs().length;
  expect((await readStackStatus(stack)).schedules).toMatchObject({
    pending: 1,
    nextDueAt: expect.any(String),
  });

  const now = await advanceClock(stack, 3 * 86_400_000);

  await waitUntil(() => runs().length > before);
  expect(runs().at(-1)?.now).toBeGreaterThanOrEqual(now);
});

function recordFile(stack: TestStack, operation: string): string {
  return join(stack.folder, `${operation}.jsonl`);
}

function received(stack: TestStack, body: string) {
  return readRecords(recordFile(stack, 'work'))
    .flatMap((batch) => z.parse(Received, batch))
    .filter((message) => message.body === body);
}

function published(stack: TestStack): string[] {
  return readRecords(recordFile(stack, 'publish'))
    .map((call) => z.parse(Published, call).keys)
    .filter((keys) => keys.length === 1 || !keys.includes('poison'))
    .flat();
}

async function jobs(stack: TestStack) {
  return (await readStackStatus(stack)).queues['Jobs'] ?? { ready: 0, delayed: 0, inFlight: 0 };
}
