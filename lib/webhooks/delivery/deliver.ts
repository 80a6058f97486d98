import { readPayload } from '#lib/commit/stored-event.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import { log } from '#lib/runtime/log.ts';
import type { Item, Table } from '#lib/storage/table.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import { type DeliveryMessage, delaySecondsMax, type QueueMessage } from '#lib/values/queues.ts';
import { type AttemptServices, attemptDelivery, type EventToSend } from '#lib/webhooks/delivery/attempt.ts';
import { claimNextAttempt, isCircuitOpen } from '#lib/webhooks/delivery/circuit-breaker.ts';
import { deliveryKey } from '#lib/webhooks/delivery/delivery-items.ts';
import { endDelivery, holdDelivery, readHeld, takeHeld } from '#lib/webhooks/delivery/hold.ts';
import { endpointLeasesMax, releaseLease } from '#lib/webhooks/delivery/leases.ts';
import { nextAttemptMessage } from '#lib/webhooks/delivery/next-message.ts';
import { type AttemptFollowUp, recordAttempt } from '#lib/webhooks/delivery/record-attempt.ts';
import { recordResend } from '#lib/webhooks/delivery/record-resend.ts';
import { releaseSoon } from '#lib/webhooks/delivery/release-soon.ts';
import { type Lane, type LaneServices, openLane, unmarkSlow } from '#lib/webhooks/delivery/slow-lane.ts';
import { readIncluded, withIncluded } from '#lib/webhooks/included-data.ts';
import { toWebhook, type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';

export interface DeliverServices extends AttemptServices, Omit<LaneServices, 'hasLeases'> {
  /** Interval of the probes of a failing endpoint; 0 switches the circuit breaker and the leases off, for tests. */
  readonly failingAttemptMs: number;
  readonly deliveries: Queue<QueueMessage<'deliveries'>>;
  readonly slowlane: Queue<DeliveryMessage>;
}

/** Delay of an attempt that got no lease and must not be held. */
const leaseDelaySeconds = 2;

/** How long the slow lane continues with held deliveries. The last one takes at most 20 s of the function's 60 s. */
const continueMs = 30_000;

/** Held deliveries among which concurrent functions choose. */
const candidatesMax = 4 * endpointLeasesMax;

/**
 * Processes one delivery message: makes the attempt, or delays, holds or ends it. A crash repeats the POST at worst, with the
 * same id and bytes. The outcome is recorded under the attempt's number, so a duplicate message counts only once.
 *
 * A function with a lease continues with the next held delivery of the endpoint as soon as a request ends. So a slow endpoint
 * always has as many requests in flight as it may have. The fast lane leaves this to the slow lane.
 */
export async function deliverEvent(services: DeliverServices, firstMessage: DeliveryMessage): Promise<void> {
  const endsAt = performance.now() + (services.lane === 'slow' ? continueMs : 0);
  const lane = openLane({ ...services, hasLeases: services.failingAttemptMs > 0 }, firstMessage);
  let message: DeliveryMessage | undefined = firstMessage;
  try {
    while (message) {
      const endpoint = await deliverNext(services, lane, message);
      message = endpoint && (await takeNext(services, lane, message, endpoint));
      if (message && performance.now() >= endsAt) {
        await services.slowlane.send([{ message }]);
        break;
      }
    }
  } finally {
    const lease = lane.lease();
    if (lease) await releaseLease(services, firstMessage.workspaceId, lease);
  }
}

/** Takes the next held delivery of a healthy endpoint, if this function has a lease. */
async function takeNext(
  services: DeliverServices,
  lane: Lane,
  message: DeliveryMessage,
  endpoint: WebhookItem,
): Promise<DeliveryMessage | undefined> {
  const lease = lane.lease();
  if (!lease || endpoint.status !== 'healthy') return undefined;
  const held = await readHeld(services, endpoint, candidatesMax);
  if (held.length === 0) await unmarkSlow(services, message, endpoint);
  // Functions with other leases begin with other deliveries.
  const first = (lease.position * held.length) / endpointLeasesMax;
  for (const key of [...held.slice(first), ...held.slice(0, first)]) {
    const next = await takeHeld(services, key);
    if (next) return next;
  }

  return undefined;
}

/** @returns the endpoint after an attempt; undefined without an attempt */
async function deliverNext(
  services: DeliverServices,
  lane: Lane,
  message: DeliveryMessage,
): Promise<WebhookItem | undefined> {
  const { table, now, deliveries, failingAttemptMs } = services;
  const { workspaceId, webhookId, eventId, dueAt, attempt } = message;
  if (dueAt > now()) {
    // The message has the absolute due time, so repeated delays do not add up.
    const delaySeconds = Math.min(delaySecondsMax, Math.ceil((dueAt - now()) / 1000));
    return void (await deliveries.send([{ message, delaySeconds }]));
  }

  const { event, webhook, delivery, included } = await readDelivery(table, message);
  const { type } = event;
  if (!webhook) log('info', 'webhook was deleted', { workspaceId, webhookId, eventId });
  if (event.isErased || !webhook) return void (await endDelivery(table, message));
  const isResend = message.resend !== undefined;
  const plannedAttempt = { message, webhook, now: now(), failingAttemptMs };
  const hold = () => holdUntilReleased(services, message, type, webhook);
  if (!isResend && isCircuitOpen(plannedAttempt)) return hold();
  if (!(await lane.admit(webhook))) {
    // Retries at a failing endpoint keep their times, so they are not held.
    return isResend || webhook.status === 'failing' ? delay(services, message) : hold();
  }
  const payload = withIncluded(event.payload, included);
  const eventToSend = { workspaceId, eventId, type, payload, attempt };
  const attemptServices = { ...services, observe: lane.observe(webhook) };
  if (isResend) return resendEvent(attemptServices, message, { ...eventToSend, webhook });

  if (!isNextAttempt(delivery, message)) return undefined;
  const claimed = await claimNextAttempt(table, plannedAttempt);
  if (!claimed) return hold();

  const attemptOutcome = await attemptDelivery(attemptServices, { ...eventToSend, webhook: claimed });
  const finished = { message, type, webhookAtStart: claimed, attemptOutcome };
  const followUp = await recordAttempt(services, finished);
  await queueFollowUp(services, message, followUp);

  return { ...claimed, status: followUp.newStatus ?? claimed.status };
}

async function holdUntilReleased(
  services: DeliverServices,
  message: DeliveryMessage,
  type: EventKind,
  webhook: WebhookItem,
): Promise<undefined> {
  await releaseSoon(services, message.workspaceId, webhook);
  await holdDelivery(services.table, message, type, webhook);
}

/** Delays an attempt at an endpoint that has no free lease. The slow lane makes it. */
async function delay({ slowlane, lane }: DeliverServices, message: DeliveryMessage): Promise<undefined> {
  await slowlane.send([{ message, delaySeconds: lane === 'slow' ? leaseDelaySeconds : 0 }]);
}

/**
 * Reads everything that the delivery needs. The table combines concurrent reads into one BatchGetItem, so the delivery's own
 * item costs one read unit and no extra round trip.
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

  return { event, webhook: webhookItem && toWebhook(webhookItem), delivery, included };
}

/** Whether this is the delivery's next attempt. A message may be a duplicate or arrive after a resend. */
function isNextAttempt(item: Item | undefined, { attempt, wasHeld }: DeliveryMessage): boolean {
  // A delivery has no item before its first attempt, unless it was held.
  if (!item) return attempt === 1 && !wasHeld;

  return nextAttemptMessage(item)?.attempt === attempt;
}

/** A resend bypasses the schedule and the circuit breaker, and does not affect the endpoint's health. */
async function resendEvent(
  services: AttemptServices,
  message: DeliveryMessage,
  eventToSend: EventToSend,
): Promise<WebhookItem | undefined> {
  const { webhook } = eventToSend;
  // The webhook was disabled after the resend was requested.
  if (webhook.status === 'disabled') return undefined;
  await recordResend(services.table, message, await attemptDelivery(services, eventToSend));

  return webhook;
}

/** Queues the retry of the delivery and the release of held deliveries. The delay of a message is in seconds. */
async function queueFollowUp(
  { deliveries, now }: DeliverServices,
  { workspaceId, webhookId }: DeliveryMessage,
  { retry, releaseAfterMs, newStatus }: AttemptFollowUp,
): Promise<void> {
  if (newStatus) log('warn', `webhook is ${newStatus}`, { workspaceId, webhookId });
  await Promise.all([
    retry && deliveries.send([{ message: retry, delaySeconds: (retry.dueAt - now()) / 1000 }]),
    releaseAfterMs !== undefined &&
      deliveries.send([{ message: { workspaceId, webhookId }, delaySeconds: releaseAfterMs / 1000 }]),
  ]);
}
