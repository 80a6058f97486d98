import type { Eraser } from '#lib/storage/eraser.ts';
import { deliveriesPartition } from '#lib/webhooks/delivery/delivery-items.ts';
import { leasesKey } from '#lib/webhooks/delivery/leases.ts';
import { deletedPartition, webhookCountKey, webhooksPartition } from '#lib/webhooks/items.ts';

/** Deletes webhooks with their deliveries, also of webhooks that were deleted before. */
export async function eraseWebhooks(eraser: Eraser, workspaceId: string): Promise<void> {
  for (const pk of [webhooksPartition(workspaceId), deletedPartition(workspaceId)]) {
    await eraser.forEachItem({ pk }, async (webhook) => {
      await eraser.deletePartition(deliveriesPartition(workspaceId, webhook.sk));
      await eraser.deleteKeys([webhook]);
    });
  }
  await eraser.deletePartition(leasesKey(workspaceId).pk);
  await eraser.deletePartition(webhookCountKey(workspaceId).pk);
}
