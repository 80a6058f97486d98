import type { Table } from '#lib/storage/table.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { deliveryKey } from '#lib/webhooks/delivery/delivery-items.ts';
import { webhooksMax, webhooksPartition } from '#lib/webhooks/items.ts';

/** BatchGetItem reads, and a transaction writes, at most 100 items. */
const batchSize = 100;

/**
 * Deletes the deliveries of events to the workspace's webhooks, with their included data and responses. Pending and held
 * deliveries are not sent. Idempotent.
 */
export async function eraseDeliveries(
  table: Table,
  workspaceId: string,
  eventIds: readonly string[],
): Promise<void> {
  const { items: webhooks } = await table.query({ pk: webhooksPartition(workspaceId), limit: webhooksMax });
  const keys = webhooks.flatMap(({ sk }) => eventIds.map((eventId) => deliveryKey(workspaceId, sk, eventId)));
  for (const batch of chunksOf(keys, batchSize)) {
    const found = await table.getMany(batch, { consistent: true });
    if (found.length > 0) await table.transact(found.map(({ pk, sk }) => ({ delete: { pk, sk } })));
  }
}
