import type { Change } from '#lib/commit/change.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import { invalidField, notFound } from '#lib/values/problem.ts';
import { presentDelivery } from '#lib/webhooks/delivery/deliveries.ts';
import type { Delivery } from '#lib/webhooks/delivery/delivery.ts';
import {
  type DeliveryItem,
  deliveryKey,
  eventIdOfDelivery,
  oldestRetainedKey,
  toDelivery,
} from '#lib/webhooks/delivery/delivery-items.ts';
import { readWebhook } from '#lib/webhooks/read.ts';

/** Each resend adds an entry to the log in the delivery's item, and an item has at most 400 KB. */
export const resendsMax = 20;

/**
 * Requests one more attempt at a delivery in any status. It bypasses the schedule and the circuit breaker, and does not
 * affect the endpoint's health. The attempt follows soon after the commit, at least once, and is recorded once.
 * @throws Problem 404; 422 when the webhook is disabled or the delivery has reached `resendsMax`
 */
export async function planResend(
  { table, now }: Services,
  workspaceId: string,
  webhookId: string,
  deliveryId: string,
): Promise<Change<Delivery>> {
  const [{ status }, delivery] = await Promise.all([
    readWebhook(table, workspaceId, webhookId),
    readDelivery(table, workspaceId, webhookId, deliveryId, now()),
  ]);
  if (status === 'disabled') {
    throw invalidField('', 'state', 'the webhook is disabled: enable it first');
  }
  const { eventId, subjectId, attempts, resends, include } = delivery;
  if (resends >= resendsMax) {
    throw invalidField('', 'count', `a delivery can be resent at most ${resendsMax} times`);
  }
  const resend = resends + 1;

  return {
    writes: [
      {
        update: deliveryKey(workspaceId, webhookId, eventId),
        set: { resends: resend },
        if: { pk: 'present', resends: resends === 0 ? 'absent' : { is: resends } },
        otherwise: () => new StaleDecision('the delivery was resent concurrently'),
      },
    ],
    messages: [
      {
        queue: 'deliveries',
        message: {
          webhookId,
          eventId,
          subjectId,
          // Attempts are numbered from 1. A held delivery may have none yet.
          attempt: Math.max(attempts, 1),
          resend,
          dueAt: now(),
          ...(include && { include }),
        },
      },
    ],
    result: presentDelivery({ ...delivery, resends: resend }),
  };
}

async function readDelivery(
  table: Table,
  workspaceId: string,
  webhookId: string,
  deliveryId: string,
  now: number,
): Promise<DeliveryItem> {
  const key = deliveryKey(workspaceId, webhookId, eventIdOfDelivery(deliveryId));
  const item = key.sk < oldestRetainedKey(now) ? undefined : await table.get(key);
  if (!item) throw notFound();

  return toDelivery(item);
}
