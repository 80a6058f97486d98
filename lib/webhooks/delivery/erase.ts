import { readItems } from '#lib/storage/read-all.ts';
import type { Table } from '#lib/storage/table.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { deliveryKey } from '#lib/webhooks/delivery/delivery-items.ts';
import { deletedPartition, webhooksMax, webhooksPartition } from '#lib/webhooks/items.ts';

/** BatchGetItem reads, and a transaction writes, at most 100 items. */
const batchSize = 100;
const deletedPageSize = 1000;

/**
 * Deletes the deliveries of events, including the stored responses, for all webhooks of the workspace and also for deleted
 * webhooks. Pending and held deliveries are not sent. Idempotent.
 */
export async function eraseDeliveries(
  table: Table,
  workspaceId: string,
  eventIds: readonly string[],
): Promise<void> {
  const webhookIds = await readWebhookIds(table, workspaceId);
  const keys = webhookIds.flatMap((id) => eventIds.map((eventId) => deliveryKey(workspaceId, id, eventId)));
  for (const batch of chunksOf(keys, batchSize)) {
    const found = await table.getMany(batch);
    if (found.length > 0) await table.transact(found.map(({ pk, sk }) => ({ delete: { pk, sk } })));
  }
}

/** Ids of all webhooks that may have deliveries, deleted ones too. */
async function readWebhookIds(table: Table, workspaceId: string): Promise<string[]> {
  const { items } = await table.query({ pk: webhooksPartition(workspaceId), limit: webhooksMax });
  const deleted = readItems(table, { pk: deletedPartition(workspaceId), limit: deletedPageSize });

  return [...items, ...(await Array.fromAsync(deleted))].map(({ sk }) => sk);
}
