import type { Change } from '#lib/commit/change.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import { type AttemptServices, attemptDelivery } from '#lib/webhooks/delivery/attempt.ts';
import type { TestResult } from '#lib/webhooks/delivery/delivery.ts';
import { readWebhook } from '#lib/webhooks/read.ts';

/**
 * The caller waits, and the request holds an instance. The first request has 10 s as any delivery; a second one, with the
 * other secret, has what is left.
 */
const attemptMs = 12_000;

/**
 * Sends an event that only tries the endpoint, whatever the webhook's status, and tells what came of it. Nothing is
 * stored of it and nothing counts, so a caller who repeats the request without an Idempotency-Key sends another one.
 * @throws Problem 404
 */
export async function sendTest(
  services: AttemptServices,
  workspaceId: string,
  webhookId: string,
): Promise<Change<TestResult>> {
  const { table, now } = services;
  const webhook = await readWebhook(table, workspaceId, webhookId, { consistent: true });
  const at = now();
  const eventId = newId('evt', at);
  const type = 'webhook.test';
  const payload = JSON.stringify({ event: type, timestamp: timestamp(at), data: { webhookId } });
  const parcel = { workspaceId, webhook, eventId, type, payload, attempt: 1 } as const;
  const { isDelivered, requests } = await attemptDelivery({ ...services, attemptMs }, parcel);

  return { writes: [], result: { eventId, isDelivered, requests: [...requests] } };
}
