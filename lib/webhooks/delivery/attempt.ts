import type { Vault } from '#lib/crypto/vault.ts';
import { type PostOutcome, postBytes } from '#lib/network/post.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { DeliveredKind } from '#lib/values/event-kind.ts';
import type { DeliveryRequest } from '#lib/webhooks/delivery/delivery.ts';
import { sign, standardSignature } from '#lib/webhooks/delivery/signature.ts';
import { secretContext, type WebhookItem } from '#lib/webhooks/items.ts';
import { mayRejectSignature, type SecretName, validSecrets } from '#lib/webhooks/secrets.ts';

/** For the answer to one request, connecting included. */
const requestMs = 10_000;

export interface AttemptServices extends Services {
  readonly vault: Vault;
  readonly loopback: 'allow' | 'refuse';
  /** For both requests of an attempt together, in milliseconds. Default: no limit but that of each request. */
  readonly attemptMs?: number;
  /** Observes each request while it is in flight. */
  readonly watch?: (post: () => Promise<PostOutcome>) => Promise<PostOutcome>;
}

/** What is sent. The payload is made once: the same bytes on every attempt. */
export interface Parcel {
  readonly workspaceId: string;
  readonly webhook: WebhookItem;
  readonly eventId: string;
  readonly type: DeliveredKind;
  readonly payload: string;
  readonly attempt: number;
}

export interface AttemptOutcome {
  readonly isDelivered: boolean;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** In order; the last decides. */
  readonly requests: readonly DeliveryRequest[];
  /** The secret that was accepted, where that is another than was thought. */
  readonly acceptedSecret?: SecretName;
  /** Signed with either secret, it was rejected. */
  readonly isDoubleRejection?: boolean;
  /** How long the endpoint asked to be left alone. */
  readonly retryAfterSeconds: number | null;
}

/**
 * Posts an event once, signed with the secret last known to be accepted; if the receiver may have rejected just that, and
 * another secret is valid, the same bytes once more with the other one. Both together are one attempt.
 */
export async function attemptDelivery(services: AttemptServices, parcel: Parcel): Promise<AttemptOutcome> {
  const { now } = services;
  const { webhook } = parcel;
  const secrets = await openSecrets(services, parcel);
  const startedAt = now();
  const valid = validSecrets(webhook, startedAt).map(({ name }) => name);
  const first = await postSigned(services, parcel, secrets, valid);
  const outcome = { startedAt, requests: [first.request], retryAfterSeconds: first.retryAfterSeconds };
  if (isSuccess(first.request)) return { ...outcome, isDelivered: true };

  const at = now();
  const [other] = validSecrets(webhook, at).filter(({ name }) => name !== valid[0]);
  const isPaused = (webhook.fallbackPausedUntil ?? 0) > at;
  if (!other || isPaused || !mayBeRejection(first.request)) return { ...outcome, isDelivered: false };

  const { attemptMs = Number.POSITIVE_INFINITY } = services;
  const leftMs = Math.max(1, attemptMs - first.request.durationMs);
  const second = await postSigned(services, parcel, secrets, [other.name, ...valid.slice(0, 1)], leftMs);
  const both = {
    ...outcome,
    requests: [first.request, second.request],
    retryAfterSeconds: second.retryAfterSeconds,
  };

  return isSuccess(second.request)
    ? { ...both, isDelivered: true, acceptedSecret: other.name }
    : { ...both, isDelivered: false, isDoubleRejection: mayBeRejection(second.request) };
}

type OpenSecrets = ReadonlyMap<SecretName, string>;

async function openSecrets(
  { vault, now }: AttemptServices,
  { workspaceId, webhook }: Parcel,
): Promise<OpenSecrets> {
  const context = secretContext(webhook.id);
  const opened = validSecrets(webhook, now()).map(
    async ({ name, sealed }) => [name, await vault.open(workspaceId, context, sealed)] as const,
  );

  return new Map(await Promise.all(opened));
}

interface Posted {
  readonly request: DeliveryRequest;
  readonly retryAfterSeconds: number | null;
}

/** @param order what to sign with: the first for receivers that compare one signature, all for those that look for theirs */
async function postSigned(
  { loopback, now, watch = (post) => post() }: AttemptServices,
  { workspaceId, webhook, eventId, type, payload, attempt }: Parcel,
  secrets: OpenSecrets,
  order: readonly SecretName[],
  deadlineMs = requestMs,
): Promise<Posted> {
  const timestampSeconds = Math.floor(now() / 1000);
  const keys = order.flatMap((name) => secrets.get(name) ?? []);
  const [[signedWith], [key]] = [order, keys];
  if (signedWith === undefined || key === undefined) {
    throw new Error('a delivery needs a secret to be signed with');
  }
  const headers = {
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
  };
  const outcome = await watch(() =>
    postBytes({
      ...{ url: webhook.url, loopback, body: Buffer.from(payload), headers },
      deadlineMs: Math.min(deadlineMs, requestMs),
    }),
  );
  const request = toRequest(signedWith, outcome);
  const { durationMs } = request;
  log('info', 'attempted', {
    workspaceId,
    webhookId: webhook.id,
    eventId,
    attempt,
    outcome: outcomeCode(request),
    durationMs,
  });

  return { request, retryAfterSeconds: outcome.kind === 'answered' ? outcome.retryAfterSeconds : null };
}

function toRequest(signedWith: SecretName, outcome: PostOutcome): DeliveryRequest {
  const { durationMs } = outcome;

  return outcome.kind === 'answered'
    ? { signedWith, statusCode: outcome.status, error: null, durationMs, responseSnippet: outcome.snippet }
    : { signedWith, statusCode: null, error: outcome.code, durationMs, responseSnippet: '' };
}

/** 2xx and nothing else: a redirect is not followed, so it is a failure. */
function isSuccess({ statusCode }: DeliveryRequest): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

function mayBeRejection({ statusCode }: DeliveryRequest): boolean {
  return statusCode !== null && mayRejectSignature(statusCode);
}

/** `http_503`, `timeout`: what an owner is told of a request, in one word. */
export function outcomeCode({ statusCode, error }: DeliveryRequest): string {
  return error ?? `http_${statusCode}`;
}
