import { readPayload } from '#lib/activity/activity.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import { type PostOutcome, postBytes } from '#lib/network/post.ts';
import { delaySecondsMax } from '#lib/queue/queues.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { secretContext, toWebhook, type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';
import { type AttemptOutcome, recordAttempt } from '#lib/webhooks/record-attempt.ts';
import { sign, standardSignature } from '#lib/webhooks/signature.ts';
import type { DeliveryCall } from '#lib/webhooks/workers.ts';

export interface DeliverServices extends Services {
  readonly vault: Vault;
  readonly deliveries: Queue<DeliveryCall>;
  readonly loopback: 'allow' | 'refuse';
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
  if (!webhook) return log('info', 'webhook is gone', { workspaceId, webhookId, eventId });
  if (webhook.status === 'disabled') {
    await recordAttempt(services, call, webhook, { kind: 'held' });
    return;
  }

  const outcome = await post(services, call, webhook, event);
  const retry = await recordAttempt(services, call, webhook, outcome);
  if (retry)
    await deliveries.send([{ message: retry, delaySeconds: (retry.dueAt - now()) / 1000, group: webhookId }]);
}

async function post(
  { vault, loopback, now }: DeliverServices,
  { workspaceId, eventId, attempt, webhookId }: DeliveryCall,
  webhook: WebhookItem,
  { type, payload }: { readonly type: string; readonly payload: string },
): Promise<AttemptOutcome> {
  const secret = await vault.open(workspaceId, secretContext(webhookId), webhook.sealedSecret);
  const timestampSeconds = Math.floor(now() / 1000);
  const outcome = await postBytes({
    url: webhook.url,
    loopback,
    body: Buffer.from(payload),
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'outreach-webhooks/1',
      'X-Webhook-Signature': sign(payload, secret),
      'X-Webhook-Id': eventId,
      'X-Webhook-Event': type,
      'X-Webhook-Attempt': String(attempt),
      'webhook-id': eventId,
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': standardSignature(eventId, timestampSeconds, payload, secret),
    },
  });
  const text = describe(outcome);
  log('info', 'attempted', {
    workspaceId,
    webhookId,
    eventId,
    attempt,
    outcome: text,
    durationMs: outcome.durationMs,
  });

  return isSuccess(outcome) ? { kind: 'delivered', text } : { kind: 'failed', text };
}

/** 2xx and nothing else: a redirect is not followed, so it is a failure. */
function isSuccess(outcome: PostOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;
}

function describe(outcome: PostOutcome): string {
  return outcome.kind === 'answered' ? `http_${outcome.status}` : outcome.code;
}
