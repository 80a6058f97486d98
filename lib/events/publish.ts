import { readOutbox } from '#lib/commit/outbox.ts';
import { OutboxItem } from '#lib/commit/outbox-item.ts';
import { logUnpublished, recordFailure, setAsideRecord } from '#lib/commit/set-aside.ts';
import { counterUpdates, readZonesFor } from '#lib/events/counting.ts';
import { logEmailCounts } from '#lib/events/email-metrics.ts';
import {
  deferRecords,
  deliveriesMax,
  groupByBudget,
  type PlannedRecord,
  planDeliveries,
  sendDeliveries,
} from '#lib/events/fan-out.ts';
import { sendMessages } from '#lib/events/send-messages.ts';
import type { Queues } from '#lib/queue/sqs-queue.ts';
import { isServiceFault } from '#lib/runtime/service-fault.ts';
import type { Services } from '#lib/runtime/services.ts';
import { selectFairShares } from '#lib/storage/fair-shares.ts';
import { type Item, TransactionRefused, type Write } from '#lib/storage/table.ts';
import { timeOfId, ulidTime } from '#lib/values/ids.ts';
import type { FanOutMessage } from '#lib/values/queues.ts';
import type { WorkspaceZones } from '#lib/workspaces/zones.ts';

/** Limit of one transaction: deleted outbox items and counter updates together. */
const writesMax = 100;

/** Age in milliseconds from which the sweeper publishes an event. */
const overdueMs = 60_000;
/** Overdue items that are read of each shard. */
const overdueReadMax = 1000;
/** Overdue items that one run publishes. */
const overdueItemsMax = 1600;

/**
 * How long a record stays in the outbox that this version cannot read, in milliseconds. During a deployment, functions of the next
 * version write records that the publisher can read only after its own deployment. Until then, the sweeper tries again.
 */
const unreadableMsMax = 86_400_000;

export type PublishServices = Services & Queues;

/**
 * Publishes the events of transactions. First it sends one delivery per event and subscribed webhook, and the outbox
 * messages. Then one transaction deletes the outbox items and updates the counters. So counters are updated exactly once, and
 * messages are sent at least once, with an id that identifies duplicates. Workspaces are independent: a failure of one does
 * not affect others. If a workspace has more deliveries than `budget`, further invocations publish the excess.
 * @throws after all workspaces, when one of them failed
 */
export async function publish(
  services: PublishServices,
  items: readonly Item[],
  budget = deliveriesMax,
): Promise<void> {
  const records: OutboxItem[] = [];
  const invalid: Promise<void>[] = [];
  for (const item of items) {
    const { success, data, error } = OutboxItem.safeParse(item);
    if (success) records.push(data);
    else if (timeOfId(item.sk) > services.now() - unreadableMsMax) logUnpublished(item, error);
    else invalid.push(setAsideRecord(services, item, error));
  }
  const workspaces = Map.groupBy(records, ({ workspaceId }) => workspaceId);
  const perWorkspace = [...workspaces.values()].map((workspaceRecords) =>
    publishOfWorkspace(services, workspaceRecords, budget),
  );
  const results = await Promise.allSettled([...invalid, ...perWorkspace]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Publishes the records that `publish` deferred and that still exist. They have an invocation of their own, without a budget. */
export async function publishDeferred(services: PublishServices, { records }: FanOutMessage): Promise<void> {
  const items = await services.table.getMany(records);
  await publish(services, items, Number.POSITIVE_INFINITY);
}

/**
 * Publishes records of one workspace. After a failure it publishes each record separately, so that one bad record does not
 * block others, and counts failed attempts. Failures of a dependency are not counted: the stream or the sweeper retries the
 * records.
 * @throws when a service that this one depends on fails
 */
async function publishOfWorkspace(
  services: PublishServices,
  records: readonly OutboxItem[],
  budget: number,
): Promise<void> {
  const [first] = records;
  if (!first) return;
  const { workspaceId } = first;
  try {
    const planned = await planDeliveries(services, workspaceId, records);
    const groups = groupByBudget(planned, budget);
    // A single record may exceed the budget. It forms a group, and is deferred even if it is the first one.
    const isFirstGroupWithinBudget =
      (groups[0] ?? []).flatMap(({ deliveries }) => deliveries).length <= budget;
    const [publishedNow = [], ...deferred] = isFirstGroupWithinBudget ? groups : [[], ...groups];
    await deferRecords(services.fanouts, workspaceId, deferred);
    await publishRecords(services, workspaceId, publishedNow);
  } catch (error) {
    if (isServiceFault(error)) throw error;
    if (records.length === 1) return recordFailure(services, first, error);
    for (const record of records) await publishOfWorkspace(services, [record], budget);
  }
}

async function publishRecords(
  services: PublishServices,
  workspaceId: string,
  planned: readonly PlannedRecord[],
): Promise<void> {
  if (planned.length === 0) return;
  const records = planned.map(({ record }) => record);
  const [zones] = await Promise.all([
    readZonesFor(services.table, workspaceId, records),
    sendDeliveries(services, planned),
    sendMessages(services, workspaceId, records),
  ]);
  for (const batch of transactionBatches(records, zones)) await commitCounters(services, batch, zones);
}

/** Batches that fit into one transaction. Each counter is written once per batch. */
function* transactionBatches(records: readonly OutboxItem[], zones: WorkspaceZones): Generator<OutboxItem[]> {
  let batch: OutboxItem[] = [];
  for (const record of records) {
    const extendedBatch = [...batch, record];
    if (extendedBatch.length + counterUpdates(extendedBatch, zones).length > writesMax) {
      yield batch;
      batch = [];
    }
    batch.push(record);
  }
  if (batch.length > 0) yield batch;
}

/**
 * Publishes records that the stream missed. Each workspace gets a fair share of a run.
 * @returns the number of published records and the delay of the oldest one
 */
export async function publishOverdue(
  services: PublishServices,
): Promise<{ readonly count: number; readonly lateSeconds: number }> {
  const before = `evt_${ulidTime(services.now() - overdueMs)}`;
  const pages = await readOutbox(services.table, { sk: { before }, limit: overdueReadMax });
  const oldestFirst = pages
    .flatMap((page) => page.items)
    .sort((one, other) => timeOfId(one.sk) - timeOfId(other.sk));
  const items = selectFairShares(oldestFirst, ({ workspaceId }) => String(workspaceId), overdueItemsMax);
  await publish(services, items);
  // Infinite without items, but the delay of 0 items is not reported.
  const oldest = Math.min(...items.map(({ sk }) => timeOfId(sk)));

  return { count: items.length, lateSeconds: Math.round((services.now() - oldest) / 1000) };
}

/**
 * Deletes the records and updates their counters in one transaction. If a condition fails, it tries again without the write:
 * another run has published that record, or the item with that counter was deleted.
 */
async function commitCounters(
  { table }: Services,
  records: readonly OutboxItem[],
  zones: WorkspaceZones,
): Promise<void> {
  const missingKeys = new Set<string>();
  for (let pending = records; pending.length > 0; ) {
    const counts = counterUpdates(pending, zones).filter(({ update }) => !missingKeys.has(update.pk));
    const deletes = pending.map(({ pk, sk }): Write => ({ delete: { pk, sk }, if: { pk: 'present' } }));
    try {
      await table.transact([...deletes, ...counts]);
      logEmailCounts(pending);
      return;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      const { failed } = error;
      for (const [position, { update }] of counts.entries()) {
        if (failed.has(deletes.length + position)) missingKeys.add(update.pk);
      }
      pending = pending.filter((_, position) => !failed.has(position));
    }
  }
}
