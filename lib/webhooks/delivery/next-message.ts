import type { Item } from '#lib/storage/table.ts';
import type { DeliveryMessage, ReleaseMessage } from '#lib/values/queues.ts';
import { toDelivery } from '#lib/webhooks/delivery/delivery-items.ts';
import { toWebhook } from '#lib/webhooks/items.ts';

/** The message for the delivery's next attempt; undefined if no attempt is scheduled. The sweeper also uses it. */
export function nextAttemptMessage(item: Item | undefined): DeliveryMessage | undefined {
  if (!item) return undefined;
  const delivery = toDelivery(item);
  const { workspaceId, webhookId, eventId, subjectId, include, attempts, dueAt, replayedBy } = delivery;
  if (delivery.status !== 'pending' || dueAt === undefined) return undefined;

  return {
    workspaceId,
    webhookId,
    eventId,
    subjectId,
    attempt: attempts + 1,
    dueAt,
    ...(include && { include }),
    ...(replayedBy && { replayedBy }),
    // A delivery without attempts has an item only because it was held.
    ...(attempts === 0 && { wasHeld: true }),
  };
}

/** For the sweeper: the message that continues a webhook's overdue release; undefined when the webhook was deleted. */
export function readOverdueRelease(item: Item | undefined): ReleaseMessage | undefined {
  if (!item) return undefined;
  // The partition key is `W#<workspace>#WEBHOOKS`.
  const [, workspaceId = ''] = item.pk.split('#');

  return { workspaceId, webhookId: toWebhook(item).id };
}
