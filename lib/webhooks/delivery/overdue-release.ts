import type { Item } from '#lib/storage/table.ts';
import { toWebhook } from '#lib/webhooks/items.ts';
import type { ReleaseMessage } from '#lib/webhooks/workers.ts';

/** The message that continues a webhook's release; undefined when the webhook was deleted. */
export function readOverdueRelease(item: Item | undefined): ReleaseMessage | undefined {
  if (!item) return undefined;
  const [, workspaceId = ''] = item.pk.split('#');

  return { workspaceId, webhookId: toWebhook(item).id };
}
