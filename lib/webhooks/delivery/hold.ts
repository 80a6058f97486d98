import { log } from '#lib/runtime/log.ts';
import type { Table } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import { deliveryKey, deliveryOrigin, heldPlace, noDeliveryPlace } from '#lib/webhooks/delivery/delivery-items.ts';
import type { WebhookItem } from '#lib/webhooks/items.ts';
import type { DeliveryCall } from '#lib/webhooks/workers.ts';

/**
 * Holds a delivery until its endpoint recovers or its owner enables it. It does not count as an attempt. It is held in the
 * table, not in the queue: regardless of the outage's length it costs one write, is visible in the list of deliveries and
 * causes no polling.
 */
export async function holdDelivery(
  table: Table,
  call: DeliveryCall,
  type: EventKind,
  { releasesAfter = '' }: Pick<WebhookItem, 'releasesAfter'>,
): Promise<void> {
  const { workspaceId, webhookId, eventId, attempt } = call;
  log('info', 'held', { workspaceId, webhookId, eventId });
  const isWaiting = { attempts: { is: attempt - 1 }, status: { is: 'pending' } } as const;
  await updateIf(table, {
    update: deliveryKey(workspaceId, webhookId, eventId),
    set: {
      ...deliveryOrigin(call, type),
      status: 'held',
      attempts: attempt - 1,
      ...heldPlace(call, releasesAfter),
    },
    remove: ['dueAt'],
    if: attempt === 1 ? [{ attempts: 'absent' }, isWaiting] : isWaiting,
  });
}

/** Ends the delivery of a deleted webhook. A delivery without an item needs no update. */
export async function endDelivery(
  table: Table,
  { workspaceId, webhookId, eventId }: DeliveryCall,
): Promise<void> {
  await updateIf(table, {
    update: deliveryKey(workspaceId, webhookId, eventId),
    set: { status: 'exhausted' },
    remove: noDeliveryPlace,
    if: { status: { is: 'pending' } },
  });
}
