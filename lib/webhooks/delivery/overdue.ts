import type { Item } from '#lib/storage/table.ts';
import { toWebhook } from '#lib/webhooks/items.ts';
import type { ReleaseCall } from '#lib/webhooks/workers.ts';

/** The call to look after what is held for a webhook; undefined when it is gone. */
export function readOverdueRelease(item: Item | undefined): ReleaseCall | undefined {
  if (!item) return undefined;
  const [, workspaceId = ''] = item.pk.split('#');

  return { workspaceId, webhookId: toWebhook(item).id };
}
