import { readPayload } from '#lib/commit/stored-event.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { Receipt } from '#lib/runtime/consumer.ts';
import { log } from '#lib/runtime/log.ts';
import type { Table } from '#lib/storage/table.ts';
import { delaySecondsMax } from '#lib/values/queues.ts';
import {
  type AttemptOutcome,
  type AttemptServices,
  attemptDelivery,
  type EventToSend,
} from '#lib/webhooks/delivery/attempt.ts';
import { claimNextAttempt, isCircuitOpen } from '#lib/webhooks/delivery/circuit-breaker.ts';
import { deliveryKey } from '#lib/webhooks/delivery/delivery-items.ts';
import { endDelivery, holdDelivery } from '#lib/webhooks/delivery/hold.ts';
import { withLease } from '#lib/webhooks/delivery/leases.ts';
import { nextAttemptMessage } from '#lib/webhooks/delivery/next-message.ts';
import { type AttemptFollowUp, recordAttempt } from '#lib/webhooks/delivery/record-attempt.ts';
import { recordResend } from '#lib/webhooks/delivery/record-resend.ts';
import { releaseSoon } from '#lib/webhooks/delivery/release-soon.ts';
import { isSlow, markIfSlow } from '#lib/webhooks/delivery/slow-lane.ts';
import { readIncluded, withIncluded } from '#lib/webhooks/included-data.ts';
import { toWebhook, webhookKey } from '#lib/webhooks/items.ts';
import type { DeliveryMessage, ReleaseMessage } from '#lib/webhooks/workers.ts';

export interface DeliverServices extends AttemptServices {
  readonly deliveries: Queue<DeliveryMessage>;
  readonly releases: Queue<ReleaseMessage>;
  /** Absent in the slow lane. */
  readonly slowlane?: Queue<DeliveryMessage>;
  /** Interval of attempts at a failing endpoint; 0 switches the circuit breaker and the leases off. */
  readonly failingAttemptMs: number;
  /** Response time from which an endpoint is slow. */
  readonly slowAfterMs: number;
}

/** Delay of a resend that got no lease. */
const resendDelaySeconds = 2;

/**
 * Processes one delivery message: makes the attempt, or delays, holds, ends or forwards it (to the slow lane). A crash repeats
 * the POST at worst, with the same id and bytes. The outcome is recorded under the attempt's number, so a duplicate message
 * counts only once.
 */
export async function deliverEvent(
  services: DeliverServices,
  message: DeliveryMessage,
  { receiveCount }: Receipt = { receiveCount: 1 },
): Promise<void> {
  const { table, now, deliveries, slowlane, failingAttemptMs } = services;
  const { workspaceId, webhookId, eventId, dueAt, attempt } = message;
  if (dueAt > now()) {
    // The message has the absolute due time, so repeated delays do not add up.
    const delaySeconds = Math.min(delaySecondsMax, Math.ceil((dueAt - now()) / 1000));
    return deliveries.send([{ message, delaySeconds }]);
  }

  const { event, webhook, hasItem, included } = await readDelivery(table, message);
  const { type } = event;
  if (event.isErased) return endDelivery(table, message);
  if (!webhook) {
    log('info', 'webhook was deleted', { workspaceId, webhookId, eventId });
    return endDelivery(table, message);
  }
  const isResend = message.resend !== undefined;
  const plannedAttempt = { message, webhook, now: now(), failingAttemptMs };
  if (!isResend && isCircuitOpen(plannedAttempt)) {
    await releaseSoon(services, workspaceId, webhook);
    return holdDelivery(table, message, type, webhook);
  }
  if (slowlane && isSlow(webhook, now())) return slowlane.send([{ message }]);
  const payload = withIncluded(event.payload, included);
  const eventToSend = { workspaceId, eventId, type, payload, attempt };
  if (isResend) return resendEvent(services, message, { ...eventToSend, webhook });

  // Only a message that may be a duplicate needs a consistent read. The receive count does not show all of them: it is 1 for a
  // message that was published again or moved back from the dead-letter queue.
  const mayBeDone = attempt > 1 || message.wasHeld || receiveCount > 1 || hasItem;
  if (mayBeDone && !(await isNextAttempt(table, message))) return;
  const claimed = await claimNextAttempt(table, plannedAttempt);
  if (!claimed) return holdDelivery(table, message, type, webhook);

  const attemptOutcome = await attemptWithLease(services, { ...eventToSend, webhook: claimed });
  if (!attemptOutcome) {
    // The slow endpoint has no free lease.
    await releaseSoon(services, workspaceId, claimed);
    return holdDelivery(table, message, type, claimed);
  }
  await queueFollowUp(
    services,
    message,
    await recordAttempt(services, { message, type, webhookAtStart: claimed, attemptOutcome }),
  );
}

/**
 * Reads everything that the delivery needs. The table combines concurrent reads into one BatchGetItem, so the delivery's own
 * item costs half a read unit and no extra round trip.
 */
async function readDelivery(table: Table, message: DeliveryMessage) {
  const { workspaceId, webhookId, eventId, subjectId, include } = message;
  const [event, webhookItem, delivery, included] = await Promise.all([
    readPayload(table, workspaceId, subjectId, eventId),
    table.get(webhookKey(workspaceId, webhookId)),
    table.get(deliveryKey(workspaceId, webhookId, eventId)),
    include && readIncluded(table, { workspaceId, subjectId, eventId, include }),
  ]);
  if (!event) throw new Error('the published event does not exist');
  if (include && included === undefined && !event.isErased)
    throw new Error('the included data of the event does not exist');

  return { event, webhook: webhookItem && toWebhook(webhookItem), hasItem: delivery !== undefined, included };
}

/** Whether this is the delivery's next attempt. A message may be a duplicate or arrive after a resend. */
async function isNextAttempt(
  table: Table,
  { workspaceId, webhookId, eventId, attempt, wasHeld }: DeliveryMessage,
): Promise<boolean> {
  const item = await table.get(deliveryKey(workspaceId, webhookId, eventId), { consistent: true });
  // A delivery has no item before its first attempt, unless it was held.
  if (!item) return attempt === 1 && !wasHeld;

  return nextAttemptMessage(item)?.attempt === attempt;
}

/** A resend bypasses the schedule and the circuit breaker, and does not affect the endpoint's health. */
async function resendEvent(
  services: DeliverServices,
  message: DeliveryMessage,
  eventToSend: EventToSend,
): Promise<void> {
  // The webhook was disabled after the resend was requested.
  if (eventToSend.webhook.status === 'disabled') return;
  const attemptOutcome = await attemptWithLease(services, eventToSend);
  if (attemptOutcome) return recordResend(services.table, message, attemptOutcome);
  await services.deliveries.send([{ message, delaySeconds: resendDelaySeconds }]);
}

/**
 * Makes an attempt; at a slow endpoint only under a lease.
 * @returns undefined, without a request, when the endpoint has reached its limit of requests in flight
 */
function attemptWithLease(
  services: DeliverServices,
  eventToSend: EventToSend,
): Promise<AttemptOutcome | undefined> {
  const { workspaceId, webhook, eventId } = eventToSend;
  const observe: AttemptServices['observe'] = (request) => markIfSlow(services, eventToSend, request);
  const attempt = () => attemptDelivery({ ...services, observe }, eventToSend);
  // A failing endpoint needs no lease: one attempt per interval is the stricter limit.
  const needsLease =
    services.failingAttemptMs > 0 && webhook.status === 'healthy' && isSlow(webhook, services.now());
  if (!needsLease) return attempt();

  return withLease(services, { workspaceId, webhookId: webhook.id, eventId }, attempt);
}

/** Queues the retry of the delivery and the release of held deliveries. The delay of a message is in seconds. */
async function queueFollowUp(
  { deliveries, releases, now }: DeliverServices,
  { workspaceId, webhookId }: DeliveryMessage,
  { retry, releaseAfterMs, newStatus }: AttemptFollowUp,
): Promise<void> {
  if (newStatus) log('warn', `webhook is ${newStatus}`, { workspaceId, webhookId });
  await Promise.all([
    retry && deliveries.send([{ message: retry, delaySeconds: (retry.dueAt - now()) / 1000 }]),
    releaseAfterMs !== undefined &&
      releases.send([{ message: { workspaceId, webhookId }, delaySeconds: releaseAfterMs / 1000 }]),
  ]);
}
