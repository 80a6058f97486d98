import type { Vault } from '#lib/crypto/vault.ts';
import { type PostOutcome, postBytes } from '#lib/network/post.ts';
import type { Loopback } from '#lib/network/public-host.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { DeliveredKind } from '#lib/values/event-kind.ts';
import type { DeliveryRequest } from '#lib/webhooks/delivery/delivery.ts';
import { sign, standardSignature } from '#lib/webhooks/delivery/signature.ts';
import { secretContext, type WebhookItem } from '#lib/webhooks/items.ts';
import { mayRejectSignature, type SecretName, validSecrets } from '#lib/webhooks/secrets.ts';

/** Time-out of one request, including connecting. */
const requestTimeoutMs = 10_000;

export interface AttemptServices extends Services {
  readonly vault: Vault;
  readonly loopback: Loopback;
  /** Limit for both requests of an attempt together, in milliseconds. Default: only the limit of each request. */
  readonly attemptTimeoutMs?: number;
  /** Observes each request while it is in flight. */
  readonly observe?: (post: () => Promise<PostOutcome>) => Promise<PostOutcome>;
}

/** The event to send. The payload is serialised once, so every attempt sends the same bytes. */
export interface EventToSend {
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
  /** One or two, in the order of sending; the last one determines the result. */
  readonly requests: readonly DeliveryRequest[];
  /** The secret that the receiver accepted in the second request; undefined if no second request succeeded. */
  readonly acceptedSecret?: SecretName;
  /** Both signatures were rejected. */
  readonly isDoubleRejection?: boolean;
  /** `Retry-After` of the last response. */
  readonly retryAfterSeconds: number | null;
}

/**
 * Posts an event, signed with the secret that was last accepted. If the receiver may have rejected that signature and another
 * secret is valid, it posts the same bytes again with the other secret. Both requests count as one attempt.
 */
export async function attemptDelivery(
  services: AttemptServices,
  eventToSend: EventToSend,
): Promise<AttemptOutcome> {
  const { now } = services;
  const { webhook } = eventToSend;
  const secrets = await openSecrets(services, eventToSend);
  const startedAt = now();
  // The last accepted secret is the first one.
  const secretOrder = validSecrets(webhook, startedAt).map(({ name }) => name);
  const first = await postSigned(services, eventToSend, secrets, secretOrder);
  const firstOutcome = {
    startedAt,
    requests: [first.request],
    retryAfterSeconds: first.retryAfterSeconds,
  };
  if (isSuccess(first.request)) return { ...firstOutcome, isDelivered: true };

  // Evaluated again: the grace period of the previous secret may have ended during the first request.
  const at = now();
  const [fallback] = validSecrets(webhook, at).filter(({ name }) => name !== first.request.signedWith);
  const isFallbackPaused = (webhook.fallbackPausedUntil ?? 0) > at;
  if (!fallback || isFallbackPaused || !mayBeRejection(first.request)) {
    return { ...firstOutcome, isDelivered: false };
  }

  const { attemptTimeoutMs = Number.POSITIVE_INFINITY } = services;
  const remainingMs = Math.max(1, attemptTimeoutMs - first.request.durationMs);
  const fallbackOrder = [fallback.name, first.request.signedWith];
  const second = await postSigned(services, eventToSend, secrets, fallbackOrder, remainingMs);
  const secondOutcome = {
    ...firstOutcome,
    requests: [first.request, second.request],
    retryAfterSeconds: second.retryAfterSeconds,
  };

  return isSuccess(second.request)
    ? { ...secondOutcome, isDelivered: true, acceptedSecret: fallback.name }
    : { ...secondOutcome, isDelivered: false, isDoubleRejection: mayBeRejection(second.request) };
}

type OpenSecrets = ReadonlyMap<SecretName, string>;

async function openSecrets(
  { vault, now }: AttemptServices,
  { workspaceId, webhook }: EventToSend,
): Promise<OpenSecrets> {
  const context = secretContext(webhook.id);
  const opened = validSecrets(webhook, now()).map(
    async ({ name, sealed }) => [name, await vault.open(workspaceId, context, sealed)] as const,
  );

  return new Map(await Promise.all(opened));
}

interface PostResult {
  readonly request: DeliveryRequest;
  readonly retryAfterSeconds: number | null;
}

/** @param secretOrder `X-Webhook-Signature` has only the signature of the first secret; `webhook-signature` lists all of them */
async function postSigned(
  { loopback, now, observe = (post) => post() }: AttemptServices,
  { workspaceId, webhook, eventId, type, payload, attempt }: EventToSend,
  secrets: OpenSecrets,
  secretOrder: readonly SecretName[],
  timeoutMs = requestTimeoutMs,
): Promise<PostResult> {
  const timestampSeconds = Math.floor(now() / 1000);
  const keys = secretOrder.flatMap((name) => secrets.get(name) ?? []);
  const [signedWith] = secretOrder;
  const [key] = keys;
  if (signedWith === undefined || key === undefined) {
    throw new Error('a delivery needs a valid signing secret');
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
  const outcome = await observe(() =>
    postBytes({
      url: webhook.url,
      loopback,
      body: Buffer.from(payload),
      headers,
      deadlineMs: Math.min(timeoutMs, requestTimeoutMs),
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

/** Only 2xx is a success. Redirects are not followed, so they are failures. */
function isSuccess({ statusCode }: DeliveryRequest): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

function mayBeRejection({ statusCode }: DeliveryRequest): boolean {
  return statusCode !== null && mayRejectSignature(statusCode);
}

/** The result of a request as a code, such as `http_503` or `timeout`. */
export function outcomeCode({ statusCode, error }: DeliveryRequest): string {
  return error ?? `http_${statusCode}`;
}
