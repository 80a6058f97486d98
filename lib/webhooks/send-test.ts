import type { Change } from '#lib/commit/change.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import { type AttemptServices, attemptDelivery } from '#lib/webhooks/delivery/attempt.ts';
import type { TestResult } from '#lib/webhooks/delivery/delivery.ts';
import { readWebhook } from '#lib/webhooks/read.ts';

/**
 * Limit of both requests, because the caller waits and an instance is occupied. The first request has 10 s like any delivery;
 * the second one has the remaining time.
 */
const attemptTimeoutMs = 12_000;

/**
 * Sends a test event to the endpoint, for any status of the webhook, and returns the result. It stores nothing and changes no
 * counter. A repeated request without an Idempotency-Key sends another event.
 * @throws Problem 404
 */
export async function sendTest(
  services: AttemptServices,
  workspaceId: string,
  webhookId: string,
): Promise<Change<TestResult>> {
  const { table, now } = services;
  const webhook = await readWebhook(table, workspaceId, webhookId);
  const at = now();
  const eventId = newId('evt', at);
  const type = 'webhook.test';
  const payload = JSON.stringify({ event: type, timestamp: timestamp(at), data: { webhookId } });
  const eventToSend = { workspaceId, webhook, eventId, type, payload, attempt: 1 } as const;
  const { isDelivered, requests } = await attemptDelivery({ ...services, attemptTimeoutMs }, eventToSend);

  return { writes: [], result: { eventId, isDelivered, requests: [...requests] } };
}
