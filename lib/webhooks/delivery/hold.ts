import { log } from '#lib/runtime/log.ts';
import type { Table } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import {
  deliveryKey,
  deliveryOrigin,
  heldPlace,
  noDeliveryPlace,
} from '#lib/webhooks/delivery/delivery-items.ts';
import type { WebhookItem } from '#lib/webhooks/items.ts';
import type { DeliveryCall } from '#lib/webhooks/workers.ts';

/**
 * Keeps a delivery, uncharged, until its endpoint answers again or its owner enables it. Held in the table, not in the
 * queue: however long the outage, it costs one write, it shows in the log of deliveries, and nothing goes round.
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

/** Ends a delivery whose webhook is gone. One of which nothing is known yet has nothing to end. */
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
