import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { outboxPartition } from '#lib/commit/items.ts';
import { workers } from '#lib/operations.ts';
import { newId } from '#lib/values/ids.ts';
import { connected } from '../../support/stack.ts';
import { publishOutbox, readOutbox } from '../support/activity.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';

const workspaceId = newId('wsp', Date.now());
const campaignId = newId('cmp', Date.now());

async function publishMessages(...messages: object[]): Promise<void> {
  const key = { pk: outboxPartition(0), sk: newId('evt', Date.now()) };
  await connected().table.put({ put: { ...key, workspaceId, events: [], increments: [], messages } });
  await publishOutbox();
}

beforeAll(() => useOwnResources());

const samples = workers.flatMap(({ name, definition }) => {
  if (definition.trigger !== 'queue') return [];
  const { Records } = JSON.parse(readFileSync(`events/sqs/${name}.json`, 'utf8'));
  const { workspaceId: _, ...message } = JSON.parse(Records[0].body);

  return { queue: definition.queue, message };
});

test.each(samples)('a message of the queue $queue is sent with its workspace', async ({ queue, message }) => {
  await publishMessages({ queue, message });

  expect(await takeMessages(queue)).toEqual([{ ...message, workspaceId }]);
  expect(await readOutbox()).toEqual([]);
});

test('repeated messages are sent once, with all their flags', async () => {
  await publishMessages(
    { queue: 'ticks', message: { campaignId } },
    { queue: 'ticks', message: { campaignId, hasEnded: true } },
    { queue: 'ticks', message: { campaignId, version: 1 } },
    { queue: 'ticks', message: { campaignId } },
  );

  expect(new Set(await takeMessages('ticks'))).toEqual(
    new Set([
      { workspaceId, campaignId, hasEnded: true },
      { workspaceId, campaignId, version: 1 },
    ]),
  );
});
