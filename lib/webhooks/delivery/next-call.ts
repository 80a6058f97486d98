import type { Item } from '#lib/storage/table.ts';
import { toDelivery } from '#lib/webhooks/delivery/delivery-items.ts';
import type { DeliveryMessage } from '#lib/webhooks/workers.ts';

/** The message for the delivery's next attempt; undefined if no attempt is due. The sweeper also uses it. */
export function nextCall(item: Item | undefined): DeliveryMessage | undefined {
  if (!item) return undefined;
  const { workspaceId, webhookId, eventId, subjectId, status, attempts, dueAt } = toDelivery(item);

  if (status !== 'pending' || dueAt === undefined) return undefined;
  const call = { workspaceId, webhookId, eventId, subjectId, attempt: attempts + 1, dueAt };

  return attempts === 0 ? { ...call, wasHeld: true } : call;
}
