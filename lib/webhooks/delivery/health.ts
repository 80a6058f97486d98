import type { Test, Update } from '#lib/storage/table.ts';
import { noWorklistPlace, worklistPlace } from '#lib/storage/worklist.ts';
import { timestamp } from '#lib/values/ids.ts';
import { type AttemptOutcome, outcomeCode } from '#lib/webhooks/delivery/attempt.ts';
import { statusAfter, turnsAfter } from '#lib/webhooks/delivery/retry-plan.ts';
import { type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';
import { countDoubleRejection } from '#lib/webhooks/secrets.ts';

const noteEveryMs = 60_000;

/** The outcome of an attempt, for the state of its endpoint. */
export interface Outcome {
  readonly workspaceId: string;
  /** The webhook as it was when the attempt started. */
  readonly begun: WebhookItem;
  readonly attempted: AttemptOutcome;
  readonly now: number;
  readonly failingAttemptMs: number;
  /** Time of the next attempt of the delivery, in epoch milliseconds; undefined if there is none. */
  readonly retryAt?: number | undefined;
}

/**
 * Updates after a success of a healthy webhook. It writes only an unexpected accepted secret and, once a minute, the time of
 * success. Concurrent updates may skip it.
 */
export function noted({ workspaceId, begun, attempted, now }: Outcome, current: WebhookItem): Update[] {
  const { lastSuccessAt, sealedSecret } = current;
  const { acceptedSecret } = attempted;
  // After a concurrent rotation, the secret's name refers to another secret.
  const isNews = acceptedSecret !== undefined && sealedSecret === begun.sealedSecret;
  const isFresh = lastSuccessAt !== null && now - Date.parse(lastSuccessAt) < noteEveryMs;
  if (isFresh && !isNews) return [];

  return [
    {
      update: webhookKey(workspaceId, begun.id),
      set: { lastSuccessAt: timestamp(now), ...(isNews && { lastAcceptedSecret: acceptedSecret }) },
      if: { lastSuccessAt: { is: lastSuccessAt }, sealedSecret: { is: sealedSecret } },
    },
  ];
}

/** Resets the failures. Deliveries that were held because of them are released. */
export function healthy(
  { workspaceId, begun, attempted, now }: Outcome,
  { status, sealedSecret }: WebhookItem,
): Update {
  const { acceptedSecret } = attempted;
  const isKnown = acceptedSecret !== undefined && sealedSecret === begun.sealedSecret;

  return {
    update: webhookKey(workspaceId, begun.id),
    set: {
      consecutiveFailures: 0,
      status: 'healthy',
      lastSuccessAt: timestamp(now),
      updatedAt: timestamp(now),
      ...(isKnown && { lastAcceptedSecret: acceptedSecret }),
      ...(status === 'failing' && { releasingSince: now, ...worklistPlace('webhook', begun.id, now) }),
    },
    remove: ['doubleRejections', 'nextAttemptAt'],
    // Independent of the current number of failures, because a success resets it.
    if: { status: { is: status }, sealedSecret: { is: sealedSecret } },
  };
}

/**
 * Whether a failure counts. A failure of an attempt that started before the endpoint was `failing` belongs to the same
 * outage. So concurrent hanging requests cannot disable an endpoint; only probes of the circuit breaker can.
 */
export function counts({ begun, failingAttemptMs }: Outcome, current: WebhookItem): boolean {
  if (current.status === 'disabled') return false;

  return current.status === 'healthy' || begun.status === 'failing' || failingAttemptMs === 0;
}

/** Adds one consecutive failure, with the resulting status. */
export function unhealthy(outcome: Outcome, current: WebhookItem): Update {
  const { workspaceId, begun, attempted, now, failingAttemptMs } = outcome;
  const status = statusAfter(current.consecutiveFailures + 1);
  const at = timestamp(now);
  const last = attempted.requests.at(-1);
  const nextAttemptAt = now + failingAttemptMs;

  return {
    update: webhookKey(workspaceId, begun.id),
    add: { consecutiveFailures: 1 },
    set: {
      status,
      lastFailureAt: at,
      lastError: last ? { code: outcomeCode(last), statusCode: last.statusCode } : null,
      updatedAt: at,
      // A new URL may accept what the previous one rejected.
      ...(attempted.isDoubleRejection && begun.url === current.url && countDoubleRejection(current, now)),
      ...(status === 'failing' && {
        nextAttemptAt,
        ...worklistPlace('webhook', begun.id, nextAttemptAt),
      }),
      ...(status === 'healthy' && earliestRetry(outcome, current)),
      ...(status === 'disabled' && { disabledAt: at }),
    },
    remove: [
      ...(status === 'healthy' ? [] : ['releasingSince']),
      ...(status === 'disabled' ? ['nextAttemptAt', ...noWorklistPlace] : []),
    ],
    if: { status: { is: current.status }, consecutiveFailures: countedOn(outcome, current, status) },
  };
}

/** The time of this retry, unless an earlier one is pending. */
function earliestRetry({ retryAt, now }: Outcome, { nextAttemptAt = 0 }: WebhookItem) {
  if (retryAt === undefined || (nextAttemptAt > now && nextAttemptAt <= retryAt)) return {};

  return { nextAttemptAt: retryAt };
}

/**
 * Condition on the failure count. Concurrent failures may count in any order, except when a failure changes the status or is
 * a double rejection.
 */
function countedOn({ attempted }: Outcome, current: WebhookItem, status: WebhookItem['status']): Test {
  return status === current.status && !attempted.isDoubleRejection
    ? { below: turnsAfter(status) - 1 }
    : { is: current.consecutiveFailures };
}
