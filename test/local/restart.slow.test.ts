import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { openStateFolder } from '../../infra/local/state/state-folder.ts';
import { advanceClock, putItem, readStackStatus, sendMessage } from './support/clients.ts';
import { readRecords, waitUntil } from './support/folder.ts';
import { startKillableStack } from './support/killable-stack.ts';
import { stackTest as test } from './support/stack.ts';
import { startTestStack } from './support/test-stack.ts';

test('after kill -9 the next start has the same endpoints, time and messages, and repeats no finished event', async ({
  folder,
  onTestFinished,
}) => {
  const killed = await startKillableStack(folder);
  onTestFinished(async () => void (await killed.end('SIGKILL')));
  await putItem(killed, 'OUTBOX#1', 'before');
  await waitUntil(() => published(folder).includes('before'));
  await sendMessage(killed, 'later', 600);
  const now = await advanceClock(killed, 86_400_000);
  await sendMessage(killed, 'even later', 600);
  await killed.end('SIGKILL');

  const stack = await startTestStack(folder);
  onTestFinished(() => stack.stop(1_000));

  expect(stack.report).toMatchObject(killed.report);
  const { now: nowAgain, queues } = await readStackStatus(stack);
  expect(Date.parse(nowAgain)).toBeGreaterThanOrEqual(now);
  expect(queues['Jobs']?.delayed).toBe(1);
  await putItem(stack, 'OUTBOX#1', 'after');
  await waitUntil(() => published(folder).includes('after'));
  expect(published(folder)).toEqual(['before', 'after']);
});

test('two stacks cannot use one state folder at the same time', async ({ folder, onTestFinished }) => {
  const first = await startTestStack(folder);
  await expect(startTestStack(folder)).rejects.toThrow(`Another local stack is using ${folder}`);
  await first.stop(1_000);

  const second = await startTestStack(folder);
  onTestFinished(() => second.stop(1_000));

  expect(second.report).toEqual(first.report);
});

test('--fresh deletes all state, even after kill -9', async ({ folder, onTestFinished }) => {
  const killed = await startKillableStack(folder);
  onTestFinished(async () => void (await killed.end('SIGKILL')));
  await sendMessage(killed, 'later', 600);
  await advanceClock(killed, 1_000);
  await putItem(killed, 'OUTBOX#1', 'before');
  await waitUntil(() => published(folder).includes('before'));
  await killed.end('SIGKILL');
  rmSync(join(folder, 'publish.jsonl'));
  const state = openStateFolder(folder);
  state.clear();
  state.release();
  // The functions of this test write files with the ending `.jsonl`.
  const others = readdirSync(folder).filter((name) => !/^lock\.sqlite|\.pid$|\.jsonl$/.test(name));
  expect(others).toEqual(['checkpoints']);

  const stack = await startTestStack(folder, true);
  onTestFinished(() => stack.stop(1_000));

  expect(Math.abs(Date.parse((await readStackStatus(stack)).now) - Date.now())).toBeLessThan(900);
  expect((await readStackStatus(stack)).queues['Jobs']).toEqual({ ready: 0, delayed: 0, inFlight: 0 });
  await putItem(stack, 'OUTBOX#1', 'after');
  await waitUntil(() => published(folder).includes('after'));
  expect(published(folder)).toEqual(['after']);
});

function published(folder: string): string[] {
  return readRecords(join(folder, 'publish.jsonl')).flatMap(
    (call) => z.parse(z.object({ keys: z.array(z.string()) }), call).keys,
  );
}
