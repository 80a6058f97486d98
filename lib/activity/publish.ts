import { type CallQueues, makeCalls } from '#lib/activity/calls.ts';
import { countWrites, markWrites } from '#lib/activity/counting.ts';
import { outboxPartition, outboxShards } from '#lib/activity/items.ts';
import { tellMails } from '#lib/activity/mails-told.ts';
import { OutboxItem } from '#lib/activity/outbox-item.ts';
import { admitContacts } from '#lib/campaigns/continuous.ts';
import { resumeContacts } from '#lib/campaigns/resume-contact.ts';
import { rememberMarks } from '#lib/dashboard/marks.ts';
import { timeOfId, ulidTime } from '#lib/runtime/ids.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Item, TransactionRefused, type Write } from '#lib/storage/table.ts';
import { readWebhooks } from '#lib/webhooks/read.ts';
import { isSlow } from '#lib/webhooks/slow-lane.ts';

/** Outbox items deleted, and campaigns counted, in one transaction. */
const writesMax = 100;

/** An event that was not published within this is published by the sweeper. Milliseconds. */
const overdueMs = 60_000;
const overdueItemsMax = 100;

export interface PublishServices extends Services, CallQueues {}

/**
 * Publishes transactions' events: first one delivery per event and subscribed webhook, and the wake-up calls, then — in one
 * transaction — the end of the outbox items and the counters. So counters are added exactly once, and a delivery or a
 * call is made at least once, under an id that tells a repeat.
 */
export async function publish(services: PublishServices, items: readonly Item[]): Promise<void> {
  const records = items.map((item) => OutboxItem.parse(item));
  await Promise.all([
    fanOut(services, records),
    makeCalls(services, records, services.now()),
    admit(services, records),
  ]);
  for (const batch of inTransactions(records, services.now())) await settle(services, batch);
}

/** As many together as one transaction holds: each counter is written once in it, however many events it had. */
function* inTransactions(records: readonly OutboxItem[], now: number): Generator<OutboxItem[]> {
  let batch: OutboxItem[] = [];
  for (const record of records) {
    const more = [...batch, record];
    if (more.length + countWrites(more).length + markWrites(more, now).length > writesMax) {
      yield batch;
      batch = [];
    }
    batch.push(record);
  }
  if (batch.length > 0) yield batch;
}

/** What the stream did not bring, however long it was off. @returns how many transactions were published, and how late */
export async function publishOverdue(
  services: PublishServices,
): Promise<{ readonly count: number; readonly lateSeconds: number }> {
  const before = `evt_${ulidTime(services.now() - overdueMs)}`;
  const pages = await Promise.all(
    Array.from({ length: outboxShards }, (_, shard) =>
      services.table.query({ pk: outboxPartition(shard), sk: { before }, limit: overdueItemsMax }),
    ),
  );
  const items = pages.flatMap((page) => page.items);
  await publish(services, items);
  const oldest = Math.min(...items.map(({ sk }) => timeOfId(sk)));

  return { count: items.length, lateSeconds: Math.round((services.now() - oldest) / 1000) };
}

/** Webhooks are read after the events were committed, once for all of them: one that was made before an event hears of it. */
async function fanOut(
  { table, deliveries, slowlane, now }: PublishServices,
  records: readonly OutboxItem[],
): Promise<void> {
  const telling = records.filter(({ events }) => events.length > 0);
  const workspaces = [...new Set(telling.map(({ workspaceId }) => workspaceId))];
  const read = async (id: string) => [id, await readWebhooks(table, id, { consistent: true })] as const;
  const webhooks = new Map(await Promise.all(workspaces.map(read)));
  const calls = telling.flatMap(({ workspaceId, events }) =>
    events.flatMap(({ id: eventId, type, subjectId, isRetracted }) =>
      (webhooks.get(workspaceId) ?? [])
        .filter(({ events: kinds }) => !isRetracted && kinds.includes(type))
        .map((webhook) => ({
          queue: isSlow(webhook, now()) ? slowlane : deliveries,
          message: {
            ...{ workspaceId, webhookId: webhook.id, eventId, subjectId },
            ...{ attempt: 1, dueAt: now() },
          },
        })),
    ),
  );
  await Promise.all(
    [deliveries, slowlane].map((queue) => queue.send(calls.filter((call) => call.queue === queue))),
  );
}

/**
 * Whoever is new, or may be tagged otherwise than before, may belong to the audience of a campaign that runs; who was
 * changed may have what the text of one lacked.
 */
async function admit(services: PublishServices, records: readonly OutboxItem[]): Promise<void> {
  const { jobs, ticks } = services;
  for (const workspaceId of new Set(records.map((record) => record.workspaceId))) {
    const events = records.flatMap((record) => (record.workspaceId === workspaceId ? record.events : []));
    const idsOf = (...kinds: string[]) => [
      ...new Set(events.filter(({ type }) => kinds.includes(type)).map(({ subjectId }) => subjectId)),
    ];
    const [entering, resumed] = await Promise.all([
      admitContacts(services, workspaceId, idsOf('contact.created', 'contact.updated')),
      resumeContacts(services, workspaceId, idsOf('contact.updated')),
    ]);
    await Promise.all([
      jobs.send(entering.map((call) => ({ message: { workspaceId, ...call } }))),
      ticks.send(resumed.map((call) => ({ message: { workspaceId, ...call } }))),
    ]);
  }
}

/** Whatever was published already is left out, and what has nothing to count in any more; the rest goes on. */
async function settle({ table, now }: Services, records: readonly OutboxItem[]): Promise<void> {
  const gone = new Set<string>();
  for (let open = records; open.length > 0; ) {
    const counts = countWrites(open).filter(({ update }) => !gone.has(update.pk));
    const deletes = open.map(({ pk, sk }): Write => ({ delete: { pk, sk }, if: { pk: 'present' } }));
    const marks = markWrites(open, now());
    try {
      await table.transact([...deletes, ...counts, ...marks]);
      rememberMarks(marks, now());
      tellMails(open);
      return;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      const { failed } = error;
      for (const [position, { update }] of counts.entries()) {
        if (failed.has(deletes.length + position)) gone.add(update.pk);
      }
      open = open.filter((_, position) => !failed.has(position));
    }
  }
}
