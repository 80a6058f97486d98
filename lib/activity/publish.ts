import { OutboxItem, outboxPartition, outboxShards } from '#lib/activity/items.ts';
import type { Tally } from '#lib/activity/new-event.ts';
import { countCampaign } from '#lib/campaigns/counters.ts';
import { countCompany } from '#lib/companies/counters.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import { ulidTime } from '#lib/runtime/ids.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Item, type Table, TransactionRefused, type Write } from '#lib/storage/table.ts';
import { subscribersOf } from '#lib/webhooks/subscribers.ts';
import type { DeliveryCall } from '#lib/webhooks/workers.ts';

/** Outbox items deleted, and campaigns counted, in one transaction. */
const writesMax = 100;

/** An event that was not published within this is published by the sweeper. Milliseconds. */
const overdueMs = 60_000;
const overdueItemsMax = 100;

export interface PublishServices extends Services {
  readonly deliveries: Queue<DeliveryCall>;
}

/**
 * Publishes transactions' events: first one delivery per event and subscribed webhook, then — in one transaction — the
 * end of the outbox items and the counters. So counters are added exactly once, and a delivery at least once, under an
 * id that tells a repeat.
 */
export async function publish(services: PublishServices, items: readonly Item[]): Promise<void> {
  const records = items.map((item) => OutboxItem.parse(item));
  await fanOut(services, records);
  for (const batch of inTransactions(records)) await settle(services.table, batch);
}

/** As many together as one transaction holds: each campaign is counted once in it, however many events it had. */
function* inTransactions(records: readonly OutboxItem[]): Generator<OutboxItem[]> {
  let batch: OutboxItem[] = [];
  for (const record of records) {
    if (batch.length + 1 + counts([...batch, record]).length > writesMax) {
      yield batch;
      batch = [];
    }
    batch.push(record);
  }
  if (batch.length > 0) yield batch;
}

/** What the stream did not bring, however long it was off. @returns how many transactions were published */
export async function publishOverdue(services: PublishServices): Promise<number> {
  const before = `evt_${ulidTime(services.now() - overdueMs)}`;
  const pages = await Promise.all(
    Array.from({ length: outboxShards }, (_, shard) =>
      services.table.query({ pk: outboxPartition(shard), sk: { before }, limit: overdueItemsMax }),
    ),
  );
  const items = pages.flatMap((page) => page.items);
  await publish(services, items);

  return items.length;
}

async function fanOut(
  { table, deliveries, now }: PublishServices,
  records: readonly OutboxItem[],
): Promise<void> {
  const calls = await Promise.all(
    records.map(async ({ workspaceId, events }) => {
      const subscribers = await subscribersOf(table, workspaceId, now());

      return events.flatMap(({ id: eventId, type, subjectId }) =>
        subscribers
          .filter(({ events: kinds }) => kinds.includes(type))
          .map(({ id: webhookId }) => ({
            workspaceId,
            webhookId,
            eventId,
            subjectId,
            attempt: 1,
            dueAt: now(),
          })),
      );
    }),
  );
  await deliveries.send(calls.flat().map((message) => ({ message, group: message.webhookId })));
}

/** Whatever was published already is left out, and the rest goes on. */
async function settle(table: Table, records: readonly OutboxItem[]): Promise<void> {
  for (let open = records; open.length > 0; ) {
    const writes: Write[] = [
      ...open.map(({ pk, sk }): Write => ({ delete: { pk, sk }, if: { pk: 'present' } })),
      ...counts(open),
    ];
    try {
      await table.transact(writes);
      return;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      const { failed } = error;
      open = open.filter((_, position) => !failed.has(position));
    }
  }
}

/** One write per campaign or company, however many events it had. */
function counts(records: readonly OutboxItem[]): Write[] {
  const subjects = new Map<string, { workspaceId: string; added: Record<string, number> }>();
  for (const { workspaceId, events, tallies } of records) {
    for (const { subjectId, counter, by } of [...tallies, ...events.flatMap(countedEvent)]) {
      const entry = subjects.get(subjectId) ?? { workspaceId, added: {} };
      entry.added[counter] = (entry.added[counter] ?? 0) + by;
      subjects.set(subjectId, entry);
    }
  }

  return [...subjects].map(([subjectId, { workspaceId, added }]) =>
    subjectId.startsWith('com_')
      ? countCompany(workspaceId, subjectId, added)
      : countCampaign(workspaceId, subjectId, added),
  );
}

function countedEvent({ type, campaignId }: OutboxItem['events'][number]): Tally[] {
  if (campaignId === undefined) return [];
  if (type === 'email.sent') return [{ subjectId: campaignId, counter: 'sent', by: 1 }];

  return [];
}
