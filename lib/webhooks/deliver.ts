import { readPayload } from '#lib/activity/payload.ts';
import { delaySecondsMax } from '#lib/queue/queues.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import { log } from '#lib/runtime/log.ts';
import { type AttemptServices, attemptDelivery } from '#lib/webhooks/attempt.ts';
import { toWebhook, webhookKey } from '#lib/webhooks/items.ts';
import { recordAttempt, recordEnd } from '#lib/webhooks/record-attempt.ts';
import type { DeliveryCall } from '#lib/webhooks/workers.ts';

export interface DeliverServices extends AttemptServices {
  readonly deliveries: Queue<DeliveryCall>;
}

/**
 * One attempt, or one hop on the way to it. A crash anywhere repeats the POST at worst, with the same id and the same
 * bytes; the outcome is recorded under the attempt's number, so a doubled message counts nothing twice.
 */
export async function deliverEvent(services: DeliverServices, call: DeliveryCall): Promise<void> {
  const { table, now, deliveries } = services;
  const { workspaceId, webhookId, eventId, subjectId, dueAt } = call;
  if (dueAt > now()) {
    // The absolute time travels with the message: hops neither add up nor arrive early.
    const delaySeconds = Math.min(delaySecondsMax, Math.ceil((dueAt - now()) / 1000));
    return deliveries.send([{ message: call, delaySeconds, group: webhookId }]);
  }

  const [item, event] = await Promise.all([
    table.get(webhookKey(workspaceId, webhookId)),
    readPayload(table, workspaceId, subjectId, eventId),
  ]);
  if (!event) throw new Error('an event was published that is not there');
  const webhook = item && toWebhook(item);
  if (!webhook) {
    log('info', 'webhook is gone', { workspaceId, webhookId, eventId });
    return recordEnd(table, call);
  }
  if (webhook.status === 'disabled') {
    await recordAttempt(services, call, webhook, { kind: 'held' });
    return;
  }

  const outcome = await attemptDelivery(services, { call, webhook, event });
  const retry = await recordAttempt(services, call, webhook, outcome);
  if (retry)
    await deliveries.send([{ message: retry, delaySeconds: (retry.dueAt - now()) / 1000, group: webhookId }]);
}
