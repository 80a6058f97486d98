import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import { timeOfId, timestamp, ulidTime } from '#lib/values/ids.ts';
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
  readonly statusCode?: string | undefined;
  /** RFC 3339; both bounds are exclusive. */
  readonly createdAfter?: string | undefined;
  readonly createdBefore?: string | undefined;
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
  const [page] = await Promise.all([
    queryPage(table, {
      partitions: [deliveriesPartition(workspaceId, webhookId)],
      prefix: deliveryPrefix,
      ...creationBounds(request, oldestRetainedKey(now())),
      request,
      read: (items) =>
        items.map(toDelivery).map((item) => (matches(item, request) ? presentDelivery(item) : undefined)),
    }),
    readWebhook(table, workspaceId, webhookId),
  ]);

  return page;
}

/**
 * Sort key bounds of the requested period, both inclusive. Ids of events sort by time. `to` has no random part, so it sorts
 * before the events of the same millisecond.
 */
function creationBounds({ createdAfter, createdBefore }: DeliveriesRequest, oldest: string) {
  const keyAt = (time: number) => `${deliveryPrefix}evt_${ulidTime(time)}`;
  const after = createdAfter === undefined ? oldest : keyAt(Date.parse(createdAfter) + 1);

  return {
    from: after > oldest ? after : oldest,
    ...(createdBefore !== undefined && { to: keyAt(Date.parse(createdBefore)) }),
  };
}

function matches(
  { status, log }: DeliveryItem,
  { status: requestedStatus, statusCode }: DeliveriesRequest,
): boolean {
  if (requestedStatus !== undefined && status !== requestedStatus) return false;
  if (statusCode === undefined) return true;
  const last = log.at(-1)?.requests.at(-1);
  if (!last) return false;
  const lastCode = String(last.statusCode ?? 'none');

  // The filter is a code, such as `503`, or a class, such as `5xx`.
  return lastCode === statusCode || `${lastCode[0]}xx` === statusCode;
}

/** The resource as returned by the API, with the latest attempts only. */
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
