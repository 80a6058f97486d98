import { recordEvents } from '#lib/commit/ledger.ts';
import type { Put, Test, Update } from '#lib/storage/table.ts';
import { worklistAttributeNames, worklistAttributes } from '#lib/storage/worklist.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import { type AttemptOutcome, outcomeCode } from '#lib/webhooks/delivery/attempt.ts';
import { failuresUntilNextStatus, statusAfter } from '#lib/webhooks/delivery/retry-plan.ts';
import { type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';
import { countDoubleRejection } from '#lib/webhooks/secrets.ts';

const successNoteIntervalMs = 60_000;

/** The outcome of an attempt, for the state of its endpoint. */
export interface Outcome {
  readonly workspaceId: string;
  /** The webhook as it was when the attempt started. */
  readonly webhookAtStart: WebhookItem;
  readonly attempted: AttemptOutcome;
  readonly now: number;
  readonly failingAttemptMs: number;
  /** Time of the next attempt of the delivery, in epoch milliseconds; undefined if no attempt is scheduled. */
  readonly retryAt?: number | undefined;
}

/**
 * Updates after a success of a healthy webhook. It writes only an unexpected accepted secret and, once a minute, the time of
 * success. Concurrent updates may skip it.
 */
export function successUpdates(
  { workspaceId, webhookAtStart, attempted, now }: Outcome,
  current: WebhookItem,
): Update[] {
  const { lastSuccessAt, sealedSecret } = current;
  const { acceptedSecret } = attempted;
  // After a concurrent rotation, the secret's name refers to another secret.
  const isNewSecret = acceptedSecret !== undefined && sealedSecret === webhookAtStart.sealedSecret;
  const isRecent = lastSuccessAt !== null && now - Date.parse(lastSuccessAt) < successNoteIntervalMs;
  if (isRecent && !isNewSecret) return [];

  return [
    {
      update: webhookKey(workspaceId, webhookAtStart.id),
      set: { lastSuccessAt: timestamp(now), ...(isNewSecret && { lastAcceptedSecret: acceptedSecret }) },
      if: { lastSuccessAt: { is: lastSuccessAt }, sealedSecret: { is: sealedSecret } },
    },
  ];
}

/** Resets the failures. Deliveries that were held because of them are released. */
export function recoveryUpdate(
  { workspaceId, webhookAtStart, attempted, now }: Outcome,
  { status, sealedSecret }: WebhookItem,
): Update {
  const { acceptedSecret } = attempted;
  const isSameSecret = acceptedSecret !== undefined && sealedSecret === webhookAtStart.sealedSecret;

  return {
    update: webhookKey(workspaceId, webhookAtStart.id),
    set: {
      consecutiveFailures: 0,
      status: 'healthy',
      lastSuccessAt: timestamp(now),
      updatedAt: timestamp(now),
      ...(isSameSecret && { lastAcceptedSecret: acceptedSecret }),
      ...(status === 'failing' && {
        releasingSince: now,
        ...worklistAttributes('webhook', webhookAtStart.id, now),
      }),
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
export function isCounted({ webhookAtStart, failingAttemptMs }: Outcome, current: WebhookItem): boolean {
  if (current.status === 'disabled') return false;

  return current.status === 'healthy' || webhookAtStart.status === 'failing' || failingAttemptMs === 0;
}

/** Adds one consecutive failure, with the resulting status. */
export function failureUpdate(outcome: Outcome, current: WebhookItem): Update {
  const { workspaceId, webhookAtStart, attempted, now, failingAttemptMs } = outcome;
  const status = statusAfter(current.consecutiveFailures + 1);
  const at = timestamp(now);
  const last = attempted.requests.at(-1);
  const nextAttemptAt = now + failingAttemptMs;

  return {
    update: webhookKey(workspaceId, webhookAtStart.id),
    add: { consecutiveFailures: 1 },
    set: {
      status,
      lastFailureAt: at,
      lastError: last ? { code: outcomeCode(last), statusCode: last.statusCode } : null,
      updatedAt: at,
      // A new URL may accept what the previous one rejected.
      ...(attempted.isDoubleRejection &&
        webhookAtStart.url === current.url &&
        countDoubleRejection(current, now)),
      ...(status === 'failing' && {
        nextAttemptAt,
        ...worklistAttributes('webhook', webhookAtStart.id, nextAttemptAt),
      }),
      ...(status === 'healthy' && earliestRetry(outcome, current)),
      ...(status === 'disabled' && { disabledAt: at }),
    },
    remove: [
      ...(status === 'healthy' ? [] : ['releasingSince']),
      ...(status === 'disabled' ? ['nextAttemptAt', ...worklistAttributeNames] : []),
    ],
    if: { status: { is: current.status }, consecutiveFailures: failureCountTest(outcome, current, status) },
  };
}

/**
 * The event of a failure that makes the endpoint failing or disabled, and the notice to the owners, as writes of the same
 * transaction.
 */
export function statusEvents({ workspaceId, attempted, now }: Outcome, current: WebhookItem): Put[] {
  const consecutiveFailures = current.consecutiveFailures + 1;
  const status = statusAfter(consecutiveFailures);
  const last = attempted.requests.at(-1);
  if (status === current.status || status === 'healthy' || !last) return [];
  const { id: webhookId, url } = current;
  const data = { webhookId, url, consecutiveFailures, errorCode: outcomeCode(last) };

  const { host } = new URL(url);
  const notice = { noticeId: newId('ntc', now), webhookId, host, status, consecutiveFailures };

  return recordEvents(
    workspaceId,
    {
      events: [{ type: `webhook.${status}`, data }],
      increments: [],
      messages: [{ kind: 'webhook_notice', ...notice }],
    },
    now,
  );
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
function failureCountTest({ attempted }: Outcome, current: WebhookItem, status: WebhookItem['status']): Test {
  return status === current.status && !attempted.isDoubleRejection
    ? { below: failuresUntilNextStatus(status) - 1 }
    : { is: current.consecutiveFailures };
}
