import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Item, type Table, updateIf } from '#lib/storage/table.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import { ulidTime } from '#lib/values/ids.ts';
import type { DeliveryMessage } from '#lib/values/queues.ts';
import {
  deliveryIndexAttributes,
  deliveryKey,
  deliveryOrigin,
  dueAttributes,
  heldIndexKeys,
  heldPartition,
} from '#lib/webhooks/delivery/delivery-items.ts';
import { nextAttemptMessage } from '#lib/webhooks/delivery/next-message.ts';
import type { WebhookItem } from '#lib/webhooks/items.ts';

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

/** Held deliveries of older events are not sent: 7 days. */
const heldRetentionMs = 604_800_000;

/** Keys of the held deliveries that may be sent, oldest first. The index is eventually consistent. */
export async function readHeld(
  { table, now }: Pick<Services, 'table' | 'now'>,
  { id, releasesAfter = '' }: WebhookItem,
  limit: number,
): Promise<readonly Item[]> {
  const oldest = `evt_${ulidTime(now() - heldRetentionMs)}`;
  const after = releasesAfter > oldest ? releasesAfter : oldest;
  const { items } = await table.query({ index: 'gsi3', pk: heldPartition(id), sk: { after }, limit });

  return items;
}

/** Changes a held delivery to pending, due now. @returns the message for its attempt; undefined when it is no longer held */
export async function takeHeld(
  { table, now }: Pick<Services, 'table' | 'now'>,
  { pk, sk, gsi3sk }: Item,
): Promise<DeliveryMessage | undefined> {
  const item = await updateIf(table, {
    update: { pk, sk },
    // The index entry has no event id. Any distinct text spreads the deliveries over the worklist's shards.
    set: { status: 'pending', ...dueAttributes({ eventId: String(gsi3sk) }, now()) },
    if: { status: { is: 'held' } },
  });

  return nextAttemptMessage(item);
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
