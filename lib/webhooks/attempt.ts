import type { EventKind } from '#lib/activity/event.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import { type PostOutcome, postBytes } from '#lib/network/post.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { AttemptOutcome } from '#lib/webhooks/health.ts';
import { secretContext, type WebhookItem } from '#lib/webhooks/items.ts';
import { mayRejectSignature, type SecretName, validSecrets } from '#lib/webhooks/secrets.ts';
import { sign, standardSignature } from '#lib/webhooks/signature.ts';
import type { DeliveryCall } from '#lib/webhooks/workers.ts';

export interface AttemptServices extends Services {
  readonly vault: Vault;
  readonly loopback: 'allow' | 'refuse';
}

interface Delivery {
  readonly call: DeliveryCall;
  readonly webhook: WebhookItem;
  readonly event: { readonly type: EventKind; readonly payload: string };
}

/**
 * Posts an event once, signed with the secret last known to be accepted; if the receiver may have rejected just that, and
 * another secret is valid, the same bytes once more with the other one. Both together are one attempt.
 */
export async function attemptDelivery(
  services: AttemptServices,
  delivery: Delivery,
): Promise<AttemptOutcome> {
  const { now } = services;
  const { webhook } = delivery;
  const secrets = await openSecrets(services, delivery);
  const at = now();
  const valid = validSecrets(webhook, at).map(({ name }) => name);
  const outcome = await postSigned(services, delivery, secrets, valid, at);
  if (isSuccess(outcome)) return { kind: 'delivered', text: describe(outcome) };

  const later = now();
  const [first] = valid;
  const [other] = validSecrets(webhook, later).filter(({ name }) => name !== first);
  const isPaused = (webhook.fallbackPausedUntil ?? 0) > later;
  if (!other || isPaused || !mayBeRejection(outcome)) return failed(outcome);

  const second = await postSigned(services, delivery, secrets, [other.name, ...valid.slice(0, 1)], later);
  if (isSuccess(second)) return { kind: 'delivered', text: describe(second), acceptedSecret: other.name };

  return { ...failed(second), doubleRejection: mayBeRejection(second) };
}

type OpenSecrets = ReadonlyMap<SecretName, string>;

async function openSecrets(
  { vault, now }: AttemptServices,
  { call, webhook }: Delivery,
): Promise<OpenSecrets> {
  const context = secretContext(call.webhookId);
  const opened = validSecrets(webhook, now()).map(
    async ({ name, sealed }) => [name, await vault.open(call.workspaceId, context, sealed)] as const,
  );

  return new Map(await Promise.all(opened));
}

/** @param order what to sign with: the first for receivers that compare one signature, all for those that look for theirs */
async function postSigned(
  { loopback }: AttemptServices,
  { call, webhook, event }: Delivery,
  secrets: OpenSecrets,
  order: readonly SecretName[],
  at: number,
): Promise<PostOutcome> {
  const { workspaceId, webhookId, eventId, attempt } = call;
  const { type, payload } = event;
  const timestampSeconds = Math.floor(at / 1000);
  const keys = order.flatMap((name) => secrets.get(name) ?? []);
  const [key] = keys;
  if (key === undefined) throw new Error('a delivery needs a secret to be signed with');
  const outcome = await postBytes({
    url: webhook.url,
    loopback,
    body: Buffer.from(payload),
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'outreach-webhooks/1',
      'X-Webhook-Signature': sign(payload, key),
      'X-Webhook-Id': eventId,
      'X-Webhook-Event': type,
      'X-Webhook-Attempt': String(attempt),
      'webhook-id': eventId,
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': keys
        .map((each) => standardSignature(eventId, timestampSeconds, payload, each))
        .join(' '),
    },
  });
  const { durationMs } = outcome;
  log('info', 'attempted', {
    workspaceId,
    webhookId,
    eventId,
    attempt,
    outcome: describe(outcome),
    durationMs,
  });

  return outcome;
}

/** 2xx and nothing else: a redirect is not followed, so it is a failure. */
function isSuccess(outcome: PostOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;
}

function mayBeRejection(outcome: PostOutcome): boolean {
  return outcome.kind === 'answered' && mayRejectSignature(outcome.status);
}

function failed(outcome: PostOutcome) {
  const statusCode = outcome.kind === 'answered' && { statusCode: outcome.status };

  return { kind: 'failed', text: describe(outcome), ...statusCode } as const;
}

function describe(outcome: PostOutcome): string {
  return outcome.kind === 'answered' ? `http_${outcome.status}` : outcome.code;
}
