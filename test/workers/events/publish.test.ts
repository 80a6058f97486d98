import { beforeAll, describe, expect, test } from 'vitest';
import type { NewEvent } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { outboxPartition } from '#lib/commit/items.ts';
import { hasUnpublished } from '#lib/commit/outbox.ts';
import { restoreSetAside, setAsideQuery, setAsideRecord } from '#lib/commit/set-aside.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { publish as publishItems, publishOverdue } from '#lib/events/publish.ts';
import { publishQueues } from '#lib/events/publish-queues.ts';
import { eventWorkers } from '#lib/events/workers.ts';
import { connect } from '#lib/runtime/services.ts';
import type { Item } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';
import { NewWebhook } from '#lib/webhooks/webhook.ts';
import { planWebhook } from '#lib/webhooks/webhooks.ts';
import { handler as publish } from '../../../functions/events/publish.ts';
import { addContact, commitNow, draftCampaign, readCampaign } from '../../api/support/seed.ts';
import { linesFor } from '../../support/logs.ts';
import { connected } from '../../support/stack.ts';
import { publishOutbox, readOutbox } from '../support/activity.ts';
import { context, insertRecords } from '../support/invoke.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';

const dayMs = 86_400_000;

const freshWorkspace = () => newId('wsp', Date.now());

async function addWebhook(workspaceId: string, events: string[]): Promise<string> {
  const services = { ...connected(), vault: kmsVault(connected()), loopback: 'allow' as const };
  const input = NewWebhook.parse({ url: 'https://hooks.example.com/in', events });

  return (await commitNow(workspaceId, await planWebhook(services, { workspaceId }, input))).id;
}

function sent(campaignId: string, contactId: string): NewEvent {
  return { type: 'email.sent', data: { campaignId, contactId } };
}

/** Records that were set aside for a workspace. */
const readAside = async (workspaceId: string) =>
  (await connected().table.query({ ...setAsideQuery(workspaceId), limit: 100 })).items;

const mailsTold = () =>
  linesFor(eventWorkers.publish, 'MailsSent').reduce((sum, { count }) => sum + Number(count), 0);

beforeAll(() => useOwnResources());

describe('publish', () => {
  test('each subscribed webhook gets one delivery of an event, other webhooks get none', async () => {
    const [mine, theirs] = [freshWorkspace(), freshWorkspace()];
    const [first, second] = await Promise.all([
      addWebhook(mine, ['contact.created', 'email.sent']),
      addWebhook(mine, ['contact.created']),
      addWebhook(mine, ['campaign.paused']),
      addWebhook(theirs, ['contact.created']),
    ]);
    const contactId = await addContact(mine);
    await publishOutbox();
    const deliveries = await takeMessages('deliveries');

    expect(deliveries).toHaveLength(2);
    expect(deliveries).toEqual(
      expect.arrayContaining(
        [first, second].map((webhookId) => ({
          workspaceId: mine,
          webhookId,
          eventId: expect.stringMatching(/^evt_/),
          subjectId: contactId,
          attempt: 1,
          dueAt: expect.any(Number),
        })),
      ),
    );
    expect(await readOutbox()).toEqual([]);
  });

  test('counters count each event once, even if it is published repeatedly and concurrently', async () => {
    const workspaceId = freshWorkspace();
    const [{ id }, contactId] = await Promise.all([draftCampaign(workspaceId), addContact(workspaceId)]);
    for (let turn = 0; turn < 12; turn++) {
      await commit(connected(), workspaceId, {
        writes: [],
        events: [sent(id, contactId), sent(id, contactId)],
        increments: [{ subjectId: id, counter: 'bounced', by: 1 }],
      });
    }
    const toldBefore = mailsTold();
    const records = insertRecords(await readOutbox());
    await Promise.all(Array.from({ length: 5 }, () => publish(records, context)));
    await publish(records, context);

    expect((await readCampaign(workspaceId, id)).stats).toMatchObject({
      sent: 24,
      endedByBounce: 12,
    });
    expect(mailsTold() - toldBefore, 'the operator metric').toBe(24);
    expect(await readOutbox()).toEqual([]);
  });

  test('a partly published batch is completed without counting the first part again', async () => {
    const workspaceId = freshWorkspace();
    const [{ id }, contactId] = await Promise.all([draftCampaign(workspaceId), addContact(workspaceId)]);
    await publishOutbox();
    for (let turn = 0; turn < 5; turn++) {
      await commit(connected(), workspaceId, { writes: [], events: [sent(id, contactId)] });
    }
    const items = await readOutbox();
    await publish(insertRecords(items.slice(0, 2)), context);
    await publish(insertRecords(items), context);

    expect((await readCampaign(workspaceId, id)).stats.sent).toBe(5);
  });

  test('a campaign that starts, pauses, enrols a contact or finishes one gets one dispatch message', async () => {
    const workspaceId = freshWorkspace();
    const { id: campaignId } = await draftCampaign(workspaceId);
    const lost = { increments: [{ subjectId: campaignId, counter: 'stopped', by: 1 }] };
    const happenings = [
      ...['campaign.started' as const, 'campaign.paused' as const].map((type) => ({
        events: [{ type, data: { campaignId } }],
      })),
      { messages: [{ queue: 'ticks' as const, message: { campaignId } }] },
      lost,
      { ...lost, messages: [{ queue: 'ticks' as const, message: { campaignId } }] },
    ];
    await publishOutbox();
    await takeMessages('ticks');
    for (const happening of happenings) {
      await commit(connected(), workspaceId, { writes: [], ...happening });
      await publishOutbox();
      const hasEnded = 'increments' in happening && { hasEnded: true };
      expect(await takeMessages('ticks')).toEqual([{ workspaceId, campaignId, ...hasEnded }]);
    }
  });

  test('a completed campaign gets no message, a job gets one', async () => {
    const workspaceId = freshWorkspace();
    const { id: campaignId } = await draftCampaign(workspaceId);
    const jobId = newId('job', Date.now());
    const events = [{ type: 'campaign.completed' as const, data: { campaignId } }];
    await commit(connected(), workspaceId, {
      writes: [],
      events,
      messages: [{ queue: 'jobs', message: { jobId } }],
    });
    await publishOutbox();

    expect(await takeMessages('ticks')).toEqual([]);
    expect(await takeMessages('jobs')).toContainEqual({ workspaceId, jobId });
  });

  test('bot events are neither counted nor sent to webhooks', async () => {
    const workspaceId = freshWorkspace();
    await addWebhook(workspaceId, ['email.opened']);
    const { id: campaignId } = await draftCampaign(workspaceId);
    await publishOutbox();
    await takeMessages('deliveries');
    const data = { campaignId, contactId: newId('con', 0) };
    await commit(connected(), workspaceId, {
      writes: [],
      events: [
        { type: 'email.opened', data, isFirst: true, details: { botReason: 'prefetch' } },
        { type: 'email.opened', data, isFirst: true },
        { type: 'email.opened', data },
      ],
    });
    await publishOutbox();

    expect(await takeMessages('deliveries')).toHaveLength(2);
    expect((await readCampaign(workspaceId, campaignId)).stats.opened).toBe(1);
  });

  test('a campaign counts each contact that replied once, even if its execution did not end', async () => {
    const workspaceId = freshWorkspace();
    const { id: campaignId } = await draftCampaign(workspaceId);
    const data = { campaignId, contactId: newId('con', 0) };
    const type = 'email.replied' as const;
    await commit(connected(), workspaceId, {
      writes: [],
      events: [
        { type, data, isFirst: true },
        { type, data },
      ],
    });
    await publishOutbox();

    expect((await readCampaign(workspaceId, campaignId)).stats.replied).toBe(1);
  });

  test('a repeat queues the same delivery with the same id', async () => {
    const workspaceId = freshWorkspace();
    await addWebhook(workspaceId, ['contact.created']);
    await takeMessages('deliveries');
    await addContact(workspaceId);
    const records = insertRecords(await readOutbox());
    await publish(records, context);
    await publish(records, context);
    const [first, second] = (await takeMessages('deliveries')) as { webhookId: string; eventId: string }[];

    expect(second).toMatchObject({ webhookId: first?.webhookId, eventId: first?.eventId });
  });

  test('an invalid outbox record is set aside after a day with a reason, and the others are published', async () => {
    const workspaceId = freshWorkspace();
    await addWebhook(workspaceId, ['contact.created']);
    await publishOutbox();
    await takeMessages('deliveries');
    const broken = { pk: outboxPartition(1), sk: newId('evt', Date.now() - dayMs - 1000), workspaceId };
    await connected().table.put({ put: broken });
    const subjectId = await addContact(workspaceId);
    await publishOutbox();

    expect(await takeMessages('deliveries')).toMatchObject([{ subjectId }]);
    expect(await readOutbox()).toEqual([]);
    expect(await readAside(workspaceId)).toMatchObject([{ reason: '$ZodError', record: broken }]);
    expect(await hasUnpublished(connected().table, workspaceId), 'a recount is busy').toBe(true);
    expect(await hasUnpublished(connected().table, freshWorkspace())).toBe(false);
  });

  test.each([
    ['event', (item: Item) => ({ events: [{ ...Object(item['events'])[0], type: 'contact.later' }] })],
    ['message', () => ({ messages: [{ queue: 'sends', message: { laterId: 'x' } }] })],
    ['queue', () => ({ messages: [{ queue: 'later', message: {} }] })],
    ['attribute', () => ({ laterIds: ['x'] })],
  ])(
    'a record with an unknown %s waits for a later version and delays no other record',
    async (_, laterOf) => {
      const workspaceId = freshWorkspace();
      await addWebhook(workspaceId, ['contact.created']);
      await publishOutbox();
      await takeMessages('deliveries');
      const { table } = connected();
      const subjectId = await addContact(workspaceId);
      const [stored] = (await readOutbox()).filter((item) => item['workspaceId'] === workspaceId);
      if (!stored) throw new Error('no record');
      await table.transact([{ delete: stored }]);
      const item = { ...stored, sk: newId('evt', Date.now() - 120_000) };
      await table.put({ put: { ...item, ...laterOf(item) } });
      const laterSubjectId = await addContact(workspaceId);
      await publishOutbox();
      const services = connect(connected(), publishQueues);

      expect(await takeMessages('deliveries')).toMatchObject([{ subjectId: laterSubjectId }]);
      for (let minutes = 0; minutes < 10; minutes++)
        expect((await publishOverdue(services)).lateSeconds).toBeGreaterThanOrEqual(120);
      expect(await takeMessages('deliveries')).toEqual([]);
      expect(await readAside(workspaceId)).toEqual([]);

      // A version is deployed that can read the record.
      await table.put({ put: item });
      await publishOverdue(services);
      expect(await takeMessages('deliveries')).toMatchObject([{ subjectId }]);
      expect(await readOutbox()).toEqual([]);
    },
  );

  test('a record that is set aside while the service looks for it counts as unpublished', async () => {
    const workspaceId = freshWorkspace();
    await addContact(workspaceId);
    const { table } = connected();
    const moved = Promise.withResolvers<void>();
    let isAsideRead = false;
    const query: typeof table.query = async (request) => {
      const isAside = request.pk === setAsideQuery(workspaceId).pk;
      if (isAside) isAsideRead = true;
      else if (isAsideRead) await moved.promise;
      const page = await table.query(request);
      if (!isAside) return page;
      const record = (await readOutbox()).find((item) => item['workspaceId'] === workspaceId);
      if (record) await setAsideRecord(connected(), record, new Error('broken'));
      moved.resolve();

      return page;
    };

    expect(await hasUnpublished({ ...table, query }, workspaceId)).toBe(true);
    await restoreSetAside(connected());
    await publishOutbox();
  });

  test('a record that cannot be published is set aside after five tries, and does not block others', async () => {
    const [workspaceId, other] = [freshWorkspace(), freshWorkspace()];
    await publishOutbox();
    await addWebhook(workspaceId, ['contact.created']);
    await addWebhook(other, ['contact.created']);
    // The table accepts no partition key over 2,048 bytes.
    await commit(connected(), workspaceId, {
      writes: [],
      increments: [{ subjectId: `cmp_${'x'.repeat(2100)}`, counter: 'sent', by: 1 }],
    });
    const created = [await addContact(workspaceId), await addContact(other)];
    await takeMessages('deliveries');
    await publishOutbox();
    const delivered = (await takeMessages('deliveries')) as { subjectId: string }[];

    expect(new Set(delivered.map(({ subjectId }) => subjectId))).toEqual(new Set(created));
    expect(await readOutbox()).toMatchObject([{ workspaceId, tries: 1 }]);
    const toldBefore = linesFor(eventWorkers.publish, 'OutboxRecordsSetAside').length;
    for (let tries = 2; tries <= 5; tries++) await publishOutbox();
    expect(await readOutbox()).toEqual([]);
    expect(await readAside(workspaceId)).toMatchObject([{ record: { workspaceId, tries: 5 } }]);
    expect(linesFor(eventWorkers.publish, 'OutboxRecordsSetAside')).toHaveLength(toldBefore + 1);

    await restoreSetAside(connected());
    expect((await readOutbox()).filter((item) => item['workspaceId'] === workspaceId)).toHaveLength(2 - 1);
    expect(await readAside(workspaceId)).toEqual([]);
  });

  test('an outage of the queue does not count as a try of a record', async () => {
    const workspaceId = freshWorkspace();
    await publishOutbox();
    await addWebhook(workspaceId, ['contact.created']);
    await publishOutbox();
    await takeMessages('deliveries');
    const subjectId = await addContact(workspaceId);
    const unreachable = Object.assign(new Error('no answer'), { name: 'TimeoutError', $metadata: {} });
    const services = {
      ...connect(connected(), publishQueues),
      deliveries: { send: () => Promise.reject(unreachable) },
    };
    for (let tries = 0; tries < 6; tries++) {
      await expect(publishItems(services, await readOutbox())).rejects.toBe(unreachable);
    }
    await publishOutbox();

    expect(await readAside(workspaceId)).toEqual([]);
    expect(await takeMessages('deliveries')).toMatchObject([{ subjectId }]);
  });
});
