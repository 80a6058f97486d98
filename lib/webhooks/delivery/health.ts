import { recordEvents } from '#lib/commit/commit.ts';
import type { Put, Test, Update } from '#lib/storage/table.ts';
import { worklistAttributeNames, worklistAttributes } from '#lib/storage/worklist.ts';
import { newId, timestamp, timestampAfter } from '#lib/values/ids.ts';
import { type AttemptOutcome, outcomeCode } from '#lib/webhooks/delivery/attempt.ts';
import { nextStatusThreshold, statusAfter } from '#lib/webhooks/delivery/retry-plan.ts';
import { type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';
import { maskedUrl } from '#lib/webhooks/masked-url.ts';
import { countDoubleRejection, validSecrets } from '#lib/webhooks/secrets.ts';

/** A success that changes nothing else is recorded once per interval. */
const successIntervalMs = 60_000;

/** The outcome of an attempt, with everything that decides the endpoint's new state. */
export interface EndpointOutcome {
  readonly workspaceId: string;
  /** The webhook as it was when the attempt started. */
  readonly webhookAtStart: WebhookItem;
  readonly attemptOutcome: AttemptOutcome;
  readonly now: number;
  /** Interval of attempts to a failing endpoint; 0 if they are not limited. */
  readonly failingAttemptMs: number;
  /** The attempt was the probe of a failing endpoint. */
  readonly isProbe: boolean;
  /** Time of the next attempt of the delivery, in epoch milliseconds; undefined if no attempt is scheduled. */
  readonly retryAt?: number | undefined;
}

/**
 * Updates after a success of a healthy webhook: a change of the accepted secret and, once a minute, the time of success. They
 * are skipped if the webhook changes concurrently.
 */
export function successUpdates(outcome: EndpointOutcome, current: WebhookItem): Update[] {
  const { workspaceId, webhookAtStart, now } = outcome;
  const { lastSuccessAt, sealedSecret } = current;
  const acceptedSecret = newAcceptedSecret(outcome, current);
  const isRecent = lastSuccessAt !== null && now - Date.parse(lastSuccessAt) < successIntervalMs;
  if (isRecent && acceptedSecret === undefined) return [];

  return [
    {
      update: webhookKey(workspaceId, webhookAtStart.id),
      set: { lastSuccessAt: timestamp(now), ...(acceptedSecret && { acceptedSecret }) },
      if: { lastSuccessAt: { is: lastSuccessAt }, sealedSecret: { is: sealedSecret } },
    },
  ];
}

/** The secret to record as last accepted; undefined if no other secret was rejected before it, or if it is no longer valid. */
function newAcceptedSecret({ attemptOutcome, now }: EndpointOutcome, current: WebhookItem) {
  return validSecrets(current, now).find(({ sealed }) => sealed === attemptOutcome.acceptedSecret)?.sealed;
}

/** Resets the failures. Deliveries that were held because of them are released. */
export function recoveryUpdate(outcome: EndpointOutcome, current: WebhookItem): Update {
  const { workspaceId, webhookAtStart, now } = outcome;
  const { status, sealedSecret } = current;
  const acceptedSecret = newAcceptedSecret(outcome, current);

  return {
    update: webhookKey(workspaceId, webhookAtStart.id),
    set: {
      consecutiveFailures: 0,
      status: 'healthy',
      lastSuccessAt: timestamp(now),
      ...(acceptedSecret && { acceptedSecret }),
      ...(status === 'failing' && {
        updatedAt: timestampAfter(current.updatedAt, now),
        releasingSince: now,
        ...worklistAttributes('webhook', webhookAtStart.id, now),
      }),
    },
    remove: ['doubleRejections', 'nextAttemptAt'],
    // `consecutiveFailures` is not compared, because a success resets any number.
    if: { status: { is: status }, sealedSecret: { is: sealedSecret }, updatedAt: { is: current.updatedAt } },
  };
}

/**
 * Adds one consecutive failure, with the resulting status. Each failed attempt counts, until the endpoint is disabled. Only another
 * status changes `updatedAt`, so concurrent failures can be counted in any order.
 */
export function failureUpdate(outcome: EndpointOutcome, current: WebhookItem): Update {
  const { workspaceId, webhookAtStart, attemptOutcome, now, failingAttemptMs, isProbe } = outcome;
  const status = statusAfter(current.consecutiveFailures + 1);
  const at = timestamp(now);
  const last = attemptOutcome.requests.at(-1);
  const nextAttemptAt = now + failingAttemptMs;

  return {
    update: webhookKey(workspaceId, webhookAtStart.id),
    add: { consecutiveFailures: 1 },
    set: {
      status,
      lastFailureAt: at,
      lastError: last ? { code: outcomeCode(last), statusCode: last.statusCode } : null,
      ...(status !== current.status && { updatedAt: timestampAfter(current.updatedAt, now) }),
      // A new URL may accept what the previous one rejected.
      ...(attemptOutcome.isDoubleRejection &&
        webhookAtStart.url === current.url &&
        countDoubleRejection(current, now)),
      ...(status === 'failing' &&
        (isProbe || current.status === 'healthy') && {
          nextAttemptAt,
          ...worklistAttributes('webhook', webhookAtStart.id, nextAttemptAt),
        }),
      ...(status === 'healthy' && earliestRetry(outcome, current)),
      ...(status === 'disabled' && { disabledAt: at }),
    },
    remove: [
      // A release to an endpoint that is no longer healthy stops.
      ...(status === 'healthy' ? [] : ['releasingSince']),
      ...(status === 'disabled' ? ['nextAttemptAt', ...worklistAttributeNames] : []),
    ],
    if: {
      status: { is: current.status },
      consecutiveFailures: failureCountCondition(outcome, current, status),
      ...(status !== current.status && { updatedAt: { is: current.updatedAt } }),
    },
  };
}

/**
 * The event of a failure that makes the endpoint failing or disabled, and the notice to the owners, as writes of the same
 * transaction.
 */
export function statusChangeWrites(
  { workspaceId, attemptOutcome, now }: EndpointOutcome,
  current: WebhookItem,
): Put[] {
  const consecutiveFailures = current.consecutiveFailures + 1;
  const status = statusAfter(consecutiveFailures);
  const last = attemptOutcome.requests.at(-1);
  if (status === current.status || status === 'healthy' || !last) return [];
  const { id: webhookId, url } = current;
  // The event is sent to other endpoints and shown to all users.
  const data = { webhookId, url: maskedUrl(url), consecutiveFailures, errorCode: outcomeCode(last) };
  const { host } = new URL(url);
  const notice = { noticeId: newId('ntc', now), webhookId, host, status, consecutiveFailures };

  return recordEvents(
    workspaceId,
    {
      events: [{ type: `webhook.${status}`, data }],
      increments: [],
      messages: [{ queue: 'sends', message: notice }],
    },
    now,
  );
}

/** Sets the time of the next attempt to this retry, unless an earlier retry is pending. */
function earliestRetry({ retryAt, now }: EndpointOutcome, { nextAttemptAt = 0 }: WebhookItem) {
  if (retryAt === undefined || (nextAttemptAt > now && nextAttemptAt <= retryAt)) return {};

  return { nextAttemptAt: retryAt };
}

/**
 * Condition on the failure count. Concurrent failures may count in any order while the count stays below the next status. A
 * failure that changes the status or is a double rejection requires the count that was read.
 */
function failureCountCondition(
  { attemptOutcome }: EndpointOutcome,
  current: WebhookItem,
  status: WebhookItem['status'],
): Test {
  if (status !== current.status || attemptOutcome.isDoubleRejection)
    return { is: current.consecutiveFailures };

  // This failure increments the count, which must stay below the next status.
  return { below: nextStatusThreshold(status) - 1 };
}
