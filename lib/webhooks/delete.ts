import type { Change } from '#lib/commit/change.ts';
import { notFound } from '#lib/values/problem.ts';
import { webhookCountKey, webhookKey } from '#lib/webhooks/items.ts';

/** Deliveries on their way end when they find their webhook gone. The condition says that it is this workspace's. */
export function planDeletion(workspaceId: string, webhookId: string): Change<undefined> {
  return {
    writes: [
      { delete: webhookKey(workspaceId, webhookId), if: { pk: 'present' }, otherwise: notFound },
      { update: webhookCountKey(workspaceId), add: { webhooks: -1 } },
    ],
    result: undefined,
  };
}
