import { readPayload } from '#lib/commit/stored-event.ts';
import type { DeliveryMessage } from '#lib/values/queues.ts';
import type { AttemptOutcome } from '#lib/webhooks/delivery/attempt.ts';
import { holdDelivery } from '#lib/webhooks/delivery/hold.ts';
import { recordAttempt } from '#lib/webhooks/delivery/record-attempt.ts';
import { toWebhook, type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';
import { receiverFailures } from './receiver.ts';
import type { World } from './world.ts';

/** Interval of the attempts at a failing endpoint, in milliseconds. Retries are held too, so that the endpoint is not disabled. */
const failingAttemptMs = 3_600_000;
const dayMs = 86_400_000;

/** Attempts a delivery like the deployed worker, with a simulated receiver. */
export async function deliver(world: World, message: DeliveryMessage): Promise<void> {
  const { services } = world;
  const { table, now, deliveries } = services;
  const { workspaceId, webhookId, subjectId, eventId } = message;
  const [event, item] = await Promise.all([
    readPayload(table, workspaceId, subjectId, eventId),
    table.get(webhookKey(workspaceId, webhookId)),
  ]);
  if (!event || !item) return;
  const webhook = toWebhook(item);
  const { status, nextAttemptAt = 0 } = webhook;
  const isWaiting = status === 'failing' && (message.attempt > 1 || nextAttemptAt > now());
  if (isWaiting || status === 'disabled') return holdDelivery(table, message, event.type, webhook);
  const attemptOutcome = respond(world, webhook);
  const attempt = { message, type: event.type, webhookAtStart: webhook, attemptOutcome };
  const { retry } = await recordAttempt({ table, now, failingAttemptMs }, attempt);
  if (retry) {
    await deliveries.send([{ message: retry, delaySeconds: (retry.dueAt - now()) / 1000 }]);
  }
}

function respond({ timeline, random, settings }: World, { url }: WebhookItem): AttemptOutcome {
  const startedAt = timeline.now();
  const planned = receiverFailures[new URL(url).pathname];
  // The endpoint fails during the last `days` days of the history.
  const failure = planned && startedAt > settings.end - planned.days * dayMs ? planned : undefined;
  const request = {
    signedWith: 'current' as const,
    error: null,
    durationMs: random.between(18, 140),
    statusCode: failure?.statusCode ?? 204,
    responseSnippet: failure?.text ?? '',
  };

  return { isDelivered: failure === undefined, startedAt, requests: [request], retryAfterSeconds: null };
}
