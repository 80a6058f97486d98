import type { Item } from '#lib/storage/table.ts';
import { DeliveryItem } from '#lib/webhooks/items.ts';
import type { DeliveryCall } from '#lib/webhooks/workers.ts';

/** The call for the next attempt of a late delivery; undefined when it is not waiting any more. */
export function readOverdueDelivery(item: Item | undefined): DeliveryCall | undefined {
  if (!item) return undefined;
  const { workspaceId, webhookId, eventId, subjectId, status, attempts, dueAt } = DeliveryItem.parse(item);

  return status === 'pending'
    ? { workspaceId, webhookId, eventId, subjectId, attempt: attempts + 1, dueAt }
    : undefined;
}
