import { listActivity } from '#lib/activity/activity.ts';
import { outboxPartition, outboxShards } from '#lib/commit/items.ts';
import { eventWorkers } from '#lib/events/workers.ts';
import type { Item } from '#lib/storage/table.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { handler as publish } from '../../../functions/events/publish.ts';
import { connected } from '../../support/stack.ts';
import { context, insertRecords } from './invoke.ts';
import { takeMessages } from './own-resources.ts';

/** The kinds of the events of a campaign, oldest first. */
export async function eventKinds(workspaceId: string, campaignId: string): Promise<string[]> {
  const { data } = await listActivity(connected(), workspaceId, { campaignId, limit: 100 });

  return data.map(({ type }) => type).reverse();
}

/** The outbox records that are not published yet. */
export async function readOutbox(): Promise<Item[]> {
  const pages = await Promise.all(
    Array.from({ length: outboxShards }, (_, shard) =>
      connected().table.query({ pk: outboxPartition(shard), limit: 1000 }),
    ),
  );

  return pages.flatMap(({ items }) => items);
}

/**
 * Publishes the outbox in batches of the stream's size. `publish` processes at most 100 records of a workspace per batch
 * and sends the rest to the queue `fanouts`.
 */
export async function publishOutbox(): Promise<void> {
  for (const batch of chunksOf(await readOutbox(), eventWorkers.publish.batchSize)) {
    await publish(insertRecords(batch), context);
  }
}

/** Publishes the outbox. @returns the queued job messages of campaigns */
export function takeJobs(): Promise<unknown[]> {
  return takeCalls('jobs');
}

/** Publishes the outbox. @returns the messages of a queue, which are deleted */
export async function takeCalls(queue: Parameters<typeof takeMessages>[0]): Promise<unknown[]> {
  await publishOutbox();

  return takeMessages(queue);
}
