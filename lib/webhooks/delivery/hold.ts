import { log } from '#lib/runtime/log.ts';
import { type Table, updateIf } from '#lib/storage/table.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import {
  deliveryIndexAttributes,
  deliveryKey,
  deliveryOrigin,
  heldIndexKeys,
} from '#lib/webhooks/delivery/delivery-items.ts';
import type { WebhookItem } from '#lib/webhooks/items.ts';
import type { DeliveryMessage } from '#lib/webhooks/workers.ts';

/**
 * Holds a delivery until its endpoint recovers or its owner enables it. Holding does not count as an attempt. The delivery is
 * held in the table, not in the queue: it is visible in the list of deliveries, and costs one write and no polling,
 * regardless of the outage's length.
 */
export async function holdDelivery(
  table: Table,
  message: DeliveryMessage,
  type: EventKind,
  { releasesAfter }: Pick<WebhookItem, 'releasesAfter'>,
): Promise<void> {
  const { workspaceId, webhookId, eventId, attempt } = message;
  log('info', 'held', { workspaceId, webhookId, eventId });
  // Either the delivery has no item yet, or this attempt is its next one.
  const ifAttemptIsNext = { attempts: { is: attempt - 1 }, status: { is: 'pending' } } as const;
  await updateIf(table, {
    update: deliveryKey(workspaceId, webhookId, eventId),
    set: {
      ...deliveryOrigin(message, type),
      status: 'held',
      attempts: attempt - 1,
      ...heldIndexKeys(message, releasesAfter),
    },
    remove: ['dueAt'],
    if: attempt === 1 ? [{ attempts: 'absent' }, ifAttemptIsNext] : ifAttemptIsNext,
  });
}

/** Ends a delivery after its webhook was deleted or its event was erased. A delivery without an item needs no update. */
export async function endDelivery(
  table: Table,
  { workspaceId, webhookId, eventId }: DeliveryMessage,
): Promise<void> {
  await updateIf(table, {
    update: deliveryKey(workspaceId, webhookId, eventId),
    set: { status: 'exhausted' },
    remove: deliveryIndexAttributes,
    if: { status: { is: 'pending' } },
  });
}
