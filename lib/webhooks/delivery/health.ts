import type { Test, Update } from '#lib/storage/table.ts';
import { noWorklistPlace, worklistPlace } from '#lib/storage/worklist.ts';
import { timestamp } from '#lib/values/ids.ts';
import { type AttemptOutcome, outcomeCode } from '#lib/webhooks/delivery/attempt.ts';
import { statusAfter, turnsAfter } from '#lib/webhooks/delivery/retry-plan.ts';
import { type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';
import { countDoubleRejection } from '#lib/webhooks/secrets.ts';

const noteEveryMs = 60_000;

/** An attempt's outcome, as its endpoint's state is concerned. */
export interface Outcome {
  readonly workspaceId: string;
  /** As the webhook was when the attempt began. */
  readonly begun: WebhookItem;
  readonly attempted: AttemptOutcome;
  readonly now: number;
  readonly failingAttemptMs: number;
  /** When the delivery is tried again, epoch milliseconds; undefined if it is not. */
  readonly retryAt?: number | undefined;
}

/**
 * What a success tells of a webhook that is healthy already: nothing is written but for a secret that turned out to be
 * the accepted one and, once a minute, the time. Who comes too late with it leaves it.
 */
export function noted({ workspaceId, begun, attempted, now }: Outcome, current: WebhookItem): Update[] {
  const { lastSuccessAt, sealedSecret } = current;
  const { acceptedSecret } = attempted;
  // After a rotation meanwhile the name means another secret.
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

/** Nothing is held against it any more: what was held because it failed may go out. */
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
    // However many failures there are by now: it ends their row.
    if: { status: { is: status }, sealedSecret: { is: sealedSecret } },
  };
}

/**
 * Whether a failure says anything new. One that began before its endpoint was found failing is part of the same outage:
 * however many requests hang at once, it takes as many attempts as the breaker lets through to disable an endpoint.
 */
export function counts({ begun, failingAttemptMs }: Outcome, current: WebhookItem): boolean {
  if (current.status === 'disabled') return false;

  return current.status === 'healthy' || begun.status === 'failing' || failingAttemptMs === 0;
}

/** One failure more in a row, and what follows from so many. */
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
      // Another address may accept what the former one rejected.
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

/** The retry of this failure, unless an earlier one waits. */
function earliestRetry({ retryAt, now }: Outcome, { nextAttemptAt = 0 }: WebhookItem) {
  if (retryAt === undefined || (nextAttemptAt > now && nextAttemptAt <= retryAt)) return {};

  return { nextAttemptAt: retryAt };
}

/**
 * Many attempts fail at the same moment: which of them counts first matters only to the one that turns the status, and to
 * what is counted beside the failures.
 */
function countedOn({ attempted }: Outcome, current: WebhookItem, status: WebhookItem['status']): Test {
  return status === current.status && !attempted.isDoubleRejection
    ? { below: turnsAfter(status) - 1 }
    : { is: current.consecutiveFailures };
}
