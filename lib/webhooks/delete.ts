import type { Change } from '#lib/commit/change.ts';
import { notFound } from '#lib/values/problem.ts';
import { webhookCountKey, webhookKey } from '#lib/webhooks/items.ts';

/** Queued deliveries end when they find that their webhook was deleted. The condition also checks the workspace. */
export function planDeletion(workspaceId: string, webhookId: string): Change<undefined> {
  return {
    writes: [
      { delete: webhookKey(workspaceId, webhookId), if: { pk: 'present' }, otherwise: notFound },
      { update: webhookCountKey(workspaceId), add: { webhooks: -1 } },
    ],
    result: undefined,
  };
}
