import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import { timeOfId, timestamp } from '#lib/values/ids.ts';
import { attemptsShownMax, type Delivery } from '#lib/webhooks/delivery/delivery.ts';
import {
  type DeliveryItem,
  deliveriesPartition,
  deliveryIdOf,
  deliveryPrefix,
  oldestRetainedKey,
  toDelivery,
} from '#lib/webhooks/delivery/delivery-items.ts';
import { readWebhook } from '#lib/webhooks/read.ts';

interface DeliveriesRequest extends PageRequest {
  readonly status?: Delivery['status'] | undefined;
}

/**
 * Lists a webhook's deliveries and their status, newest event first.
 * @throws Problem 404 when the webhook does not exist
 */
export async function listDeliveries(
  { table, now }: Services,
  workspaceId: string,
  webhookId: string,
  request: DeliveriesRequest,
): Promise<Page<Delivery>> {
  const { status } = request;
  const [page] = await Promise.all([
    queryPage(table, {
      partitions: [deliveriesPartition(workspaceId, webhookId)],
      prefix: deliveryPrefix,
      from: oldestRetainedKey(now()),
      request,
      read: (items) =>
        items
          .map(toDelivery)
          .map((item) =>
            status === undefined || item.status === status ? presentDelivery(item) : undefined,
          ),
    }),
    readWebhook(table, workspaceId, webhookId),
  ]);

  return page;
}

export function presentDelivery(item: DeliveryItem): Delivery {
  const { webhookId, eventId, type, status, dueAt, resends, log } = item;

  return {
    id: deliveryIdOf(eventId),
    webhookId,
    eventId,
    event: type,
    status,
    nextAttemptAt: dueAt === undefined ? null : timestamp(dueAt),
    attempts: log.slice(-attemptsShownMax),
    resends,
    createdAt: timestamp(timeOfId(eventId)),
  };
}
