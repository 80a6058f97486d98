import type { Change } from '#lib/commit/change.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import { type AttemptServices, attemptDelivery } from '#lib/webhooks/delivery/attempt.ts';
import type { TestResult } from '#lib/webhooks/delivery/delivery.ts';
import { webhookUpdate } from '#lib/webhooks/items.ts';
import { readWebhook } from '#lib/webhooks/read.ts';
import { validSecrets } from '#lib/webhooks/secrets.ts';

/**
 * Limit of both requests, because the caller waits and an instance is occupied. The first request has 10 s like any delivery;
 * the second one has the remaining time.
 */
const attemptTimeoutMs = 12_000;

/**
 * Sends a test event to the endpoint, for any status of the webhook, and returns the result. It changes no counter. A repeated
 * request without an Idempotency-Key sends another event.
 *
 * During a rotation, the first request has only signatures by the new secret. If the endpoint accepts it, the rotation is
 * complete. A delivery cannot show that: its `webhook-signature` is also valid for a receiver with the previous secret.
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
  const { sealedSecret } = webhook;
  const tested = { ...webhook, acceptedSecret: sealedSecret };
  const eventToSend = { workspaceId, webhook: tested, eventId, type, payload, attempt: 1 } as const;
  const { isDelivered, requests } = await attemptDelivery({ ...services, attemptTimeoutMs }, eventToSend);
  const isNewlyAccepted =
    isDelivered && requests.length === 1 && validSecrets(webhook, at)[0].name === 'previous';
  const acceptance = webhookUpdate(workspaceId, webhook, { set: { acceptedSecret: sealedSecret } });

  return {
    writes: isNewlyAccepted ? [acceptance] : [],
    result: { eventId, isDelivered, requests: [...requests] },
  };
}
