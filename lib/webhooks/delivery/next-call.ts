import type { Item } from '#lib/storage/table.ts';
import { toDelivery } from '#lib/webhooks/delivery/delivery-items.ts';
import type { DeliveryMessage } from '#lib/webhooks/workers.ts';

/** The message for the delivery's next attempt; undefined if no attempt is scheduled. The sweeper also uses it. */
export function nextAttemptMessage(item: Item | undefined): DeliveryMessage | undefined {
  if (!item) return undefined;
  const delivery = toDelivery(item);
  const { workspaceId, webhookId, eventId, subjectId, status, attempts, dueAt } = delivery;

  if (status !== 'pending' || dueAt === undefined) return undefined;
  const ids = { workspaceId, webhookId, eventId, subjectId };
  const { include, replayedBy } = delivery;
  const message = {
    ...ids,
    attempt: attempts + 1,
    dueAt,
    ...(include && { include }),
    ...(replayedBy && { replayedBy }),
  };

  // A delivery without attempts has an item only because it was held.
  return attempts === 0 ? { ...message, wasHeld: true } : message;
}
