import { beforeAll, expect, test } from 'vitest';
import { outboxPartition } from '#lib/commit/items.ts';
import { newId } from '#lib/values/ids.ts';
import type { QueueName } from '#lib/values/queues.ts';
import { connected } from '../../support/stack.ts';
import { publishOutbox, readOutbox } from '../support/activity.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';

const [workspaceId, campaignId, jobId, accountId, importId, webhookId, contactId] = (
  ['wsp', 'cmp', 'job', 'acc', 'imp', 'whk', 'con'] as const
).map((prefix) => newId(prefix, Date.now()));
const again = { eventId: newId('evt', 0), subjectId: newId('con', 0), attempt: 1, resend: 2 };

/** A message's kind, its attributes in an outbox record, its queue and its body there. */
const messages: readonly (readonly [string, object, QueueName, object])[] = [
  ['dispatch', { campaignId }, 'ticks', { campaignId }],
  ['campaign_job', { campaignId, jobId }, 'jobs', { campaignId, jobId }],
  ['suppression_job', { jobId }, 'suppressions', { jobId }],
  ['inbox_read', { accountId }, 'syncs', { accountId, isBegin: true }],
  ['import', { importId }, 'imports', { importId }],
  ['webhook_release', { webhookId }, 'releases', { webhookId }],
  ['webhook_resend', { webhookId, again }, 'deliveries', { webhookId, ...again, dueAt: expect.any(Number) }],
  ['erasure', { contactId }, 'erasures', { contactId }],
];

const recordWith = (message: object) => ({
  pk: outboxPartition(0),
  sk: newId('evt', Date.now()),
  workspaceId,
  events: [],
  increments: [],
  messages: [message],
});

beforeAll(() => useOwnResources());

test.each(messages)('a message of the kind %s is queued', async (kind, attributes, queue, body) => {
  await connected().table.put({ put: recordWith({ kind, ...attributes }) });
  await publishOutbox();

  expect(await takeMessages(queue)).toEqual([{ workspaceId, ...body }]);
  expect(await readOutbox()).toEqual([]);
});
