import type { Change } from '#lib/commit/change.ts';
import { notFound } from '#lib/values/problem.ts';
import { deliveryRetentionMs } from '#lib/webhooks/delivery/delivery-items.ts';
import { deletedWebhookPut, webhookCountKey, webhookKey } from '#lib/webhooks/items.ts';

/**
 * Deletes a webhook. Its queued deliveries end when they find it deleted. Its id is kept for an erasure of its deliveries. The
 * key contains the workspace, so a webhook of another workspace is not found.
 */
export function planWebhookDeletion(workspaceId: string, webhookId: string, now: number): Change<undefined> {
  return {
    writes: [
      { delete: webhookKey(workspaceId, webhookId), if: { pk: 'present' }, otherwise: notFound },
      { update: webhookCountKey(workspaceId), add: { webhooks: -1 } },
      deletedWebhookPut(workspaceId, webhookId, now + deliveryRetentionMs),
    ],
    result: undefined,
  };
}
