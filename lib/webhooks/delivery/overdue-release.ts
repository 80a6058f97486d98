import type { Item } from '#lib/storage/table.ts';
import { toWebhook } from '#lib/webhooks/items.ts';
import type { ReleaseMessage } from '#lib/webhooks/workers.ts';

/** For the sweeper: the message that continues a webhook's overdue release; undefined when the webhook was deleted. */
export function readOverdueRelease(item: Item | undefined): ReleaseMessage | undefined {
  if (!item) return undefined;
  // The partition key is `W#<workspace>#WEBHOOKS`.
  const [, workspaceId = ''] = item.pk.split('#');

  return { workspaceId, webhookId: toWebhook(item).id };
}
