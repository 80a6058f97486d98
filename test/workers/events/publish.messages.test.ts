import { beforeAll, expect, test } from 'vitest';
import { outboxPartition } from '#lib/commit/items.ts';
import { newId } from '#lib/values/ids.ts';
import { queueNames } from '#lib/values/queues.ts';
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

test.each(queueNames)('a message of the queue %s is sent with its workspace', async (queue) => {
  const eventId = newId('evt', Date.now());
  await publishMessages({ queue, message: { eventId } });

  expect(await takeMessages(queue)).toEqual([{ workspaceId, eventId }]);
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
