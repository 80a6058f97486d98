import type { Vault } from '#lib/crypto/vault.ts';
import { type PostOutcome, postBytes } from '#lib/network/post.ts';
import type { Loopback } from '#lib/network/public-host.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { DeliveredKind } from '#lib/values/event-kind.ts';
import { type CustomHeaders, openHeaders } from '#lib/webhooks/custom-headers.ts';
import type { DeliveryRequest } from '#lib/webhooks/delivery/delivery.ts';
import { sign, standardSignature } from '#lib/webhooks/delivery/signature.ts';
import { secretContext, type WebhookItem } from '#lib/webhooks/items.ts';
import {
  mayRejectSignature,
  type SecretName,
  type ValidSecret,
  validSecrets,
} from '#lib/webhooks/secrets.ts';

/** Time-out of one request, including connecting. */
const requestTimeoutMs = 10_000;

/** Time-out of all requests of an attempt. */
const attemptTimeoutMsMax = 20_000;

export interface AttemptServices extends Services {
  readonly vault: Vault;
  readonly loopback: Loopback;
  /** Limit for all requests of an attempt together, in milliseconds. */
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
  /** In the order of sending; the last one determines the result. */
  readonly requests: readonly DeliveryRequest[];
  /** The sealed secret that the receiver accepted after it had rejected another one. */
  readonly acceptedSecret?: string;
  /** The signatures by all of several secrets were rejected. */
  readonly isDoubleRejection?: boolean;
  /** `Retry-After` of the last response. */
  readonly retryAfterSeconds: number | null;
}

/**
 * Posts an event, signed with the secret that was last accepted. While the receiver may have rejected the signature and another
 * secret is valid, it posts the same bytes again with the next secret. All requests count as one attempt.
 */
export async function attemptDelivery(
  services: AttemptServices,
  eventToSend: EventToSend,
): Promise<AttemptOutcome> {
  const { now, attemptTimeoutMs = attemptTimeoutMsMax } = services;
  const { webhook } = eventToSend;
  const startedAt = now();
  const [secrets, headers] = await Promise.all([
    openSecrets(services, eventToSend),
    openHeaders(services.vault, eventToSend),
  ]);
  const requests: DeliveryRequest[] = [];
  let remainingMs = attemptTimeoutMs;
  let rejection: AttemptOutcome | undefined;
  for (const secret of secrets) {
    // The grace period of the secret may have ended during the requests before.
    if (rejection && secret.expiresAt <= now()) continue;
    const keys = [secret, ...secrets.filter((other) => other !== secret)].map(({ key }) => key);
    const signing = { secret, keys: eventToSend.type === 'webhook.test' ? [secret.key] : keys, headers };
    const { request, retryAfterSeconds } = await postSigned(services, eventToSend, signing, remainingMs);
    requests.push(request);
    remainingMs -= request.durationMs;
    const outcome = { startedAt, requests, retryAfterSeconds };
    if (isSuccess(request)) {
      return { ...outcome, isDelivered: true, ...(rejection && { acceptedSecret: secret.sealed }) };
    }
    rejection = { ...outcome, isDelivered: false };
    const isPaused = (webhook.fallbackPausedUntil ?? 0) > now();
    if (isPaused || remainingMs <= 0 || !mayBeRejection(request)) return rejection;
  }
  if (!rejection) throw new Error('a delivery needs a valid signing secret');

  return { ...rejection, isDoubleRejection: requests.length > 1 };
}

interface OpenSecret extends ValidSecret {
  readonly key: string;
}

function openSecrets(
  { vault, now }: AttemptServices,
  { workspaceId, webhook }: EventToSend,
): Promise<OpenSecret[]> {
  const context = secretContext(webhook.id);
  const opened = validSecrets(webhook, now()).map(async (secret) => ({
    ...secret,
    key: await vault.open(workspaceId, context, secret.sealed),
  }));

  return Promise.all(opened);
}

interface PostResult {
  readonly request: DeliveryRequest;
  readonly retryAfterSeconds: number | null;
}

interface Signing {
  /** The secret of `X-Webhook-Signature`. */
  readonly secret: OpenSecret;
  /** The keys of `webhook-signature`. A test has only the one of `secret`, so its result shows that the receiver has it. */
  readonly keys: readonly string[];
  readonly headers: CustomHeaders;
}

async function postSigned(
  { loopback, now, observe = (post) => post() }: AttemptServices,
  { workspaceId, webhook, eventId, type, payload, attempt }: EventToSend,
  { secret: { name, key }, keys, headers: customHeaders }: Signing,
  timeoutMs: number,
): Promise<PostResult> {
  const timestampSeconds = Math.floor(now() / 1000);
  const headers = {
    ...customHeaders,
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
  const request = toRequest(name, outcome);
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
