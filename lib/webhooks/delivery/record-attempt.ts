import { setTimeout as pause } from 'node:timers/promises';
import type { Services } from '#lib/runtime/services.ts';
import { type Table, TransactionRefused, type Update, updateIf, type Write } from '#lib/storage/table.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import type { DeliveryMessage } from '#lib/values/queues.ts';
import type { AttemptOutcome } from '#lib/webhooks/delivery/attempt.ts';
import {
  deliveryIndexAttributes,
  deliveryKey,
  deliveryOrigin,
  dueAttributes,
  logEntry,
} from '#lib/webhooks/delivery/delivery-items.ts';
import {
  type EndpointOutcome,
  failureUpdate,
  recoveryUpdate,
  statusChangeWrites,
  successUpdates,
} from '#lib/webhooks/delivery/health.ts';
import { nextAttempt, statusAfter } from '#lib/webhooks/delivery/retry-plan.ts';
import { toWebhook, type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';

/**
 * Maximum of transactions for one outcome. Each concurrent change of the webhook costs another try. If all tries fail, the queue
 * delivers the message again, and the event is posted again.
 */
const commitTriesMax = 60;

/**
 * Maximum pause in milliseconds after a refused transaction. Only one of the failures that compete for a new status wins. The
 * others read its result after random pauses: a read costs less than another refusal.
 */
const pauseMsMax = 40;

/** A webhook that was read longer ago is read again: a read costs less than a rejected transaction. */
const webhookFreshMs = 1000;

/** A scheduled attempt that was made, with its outcome. */
export interface FinishedAttempt {
  readonly message: DeliveryMessage;
  readonly type: EventKind;
  /** The webhook as it was when the attempt started. */
  readonly webhookAtStart: WebhookItem;
  readonly attemptOutcome: AttemptOutcome;
}

/** Work after an attempt. The sweeper finds it if its message is lost. */
export interface AttemptFollowUp {
  readonly retry?: DeliveryMessage;
  /** Delay in milliseconds until held deliveries are released. */
  readonly releaseAfterMs?: number;
  /** The endpoint's new status, if the attempt changed it. */
  readonly newStatus?: WebhookItem['status'];
}

type RecordServices = Pick<Services, 'table' | 'now'> & { readonly failingAttemptMs: number };

/**
 * Records an attempt's outcome exactly once, even with duplicate messages: the delivery, and with it the endpoint's
 * consecutive failures and status.
 */
export function recordAttempt(services: RecordServices, attempt: FinishedAttempt): Promise<AttemptFollowUp> {
  return attempt.attemptOutcome.isDelivered
    ? recordSuccess(services, attempt)
    : recordFailure(services, attempt);
}

async function recordSuccess(services: RecordServices, attempt: FinishedAttempt): Promise<AttemptFollowUp> {
  const { table } = services;
  const outcome = toOutcome(services, attempt);
  const delivery = deliveryUpdate(attempt, { status: 'delivered' }, deliveryIndexAttributes);
  // Other attempts may have failed in the meantime. The success resets their failures too, so it needs the current state.
  const latest = (await readCurrent(table, attempt)) ?? attempt.webhookAtStart;
  // Without failures to reset, the webhook is updated outside of the delivery's transaction.
  const healthyUpdates = hasFailureStreak(latest) ? [] : successUpdates(outcome, latest);
  const [previous] = await Promise.all([
    // One transaction: if only the delivery were recorded, no later attempt would repeat the reset of the failures.
    commitOnCurrentState(table, attempt, latest, (current) =>
      hasFailureStreak(current) ? [delivery, recoveryUpdate(outcome, current)] : [delivery],
    ),
    ...healthyUpdates.map((update) => updateIf(table, update)),
  ]);

  return previous?.status === 'failing' ? { newStatus: 'healthy', releaseAfterMs: 0 } : {};
}

/** @returns undefined if the webhook was deleted */
async function readCurrent(
  table: Table,
  { message: { workspaceId, webhookId } }: FinishedAttempt,
): Promise<WebhookItem | undefined> {
  const item = await table.get(webhookKey(workspaceId, webhookId));

  return item && toWebhook(item);
}

/** A disabled endpoint stays disabled until its owner enables it. */
function hasFailureStreak({ status, consecutiveFailures }: WebhookItem): boolean {
  return status !== 'disabled' && consecutiveFailures > 0;
}

async function recordFailure(services: RecordServices, attempt: FinishedAttempt): Promise<AttemptFollowUp> {
  const { table, now, failingAttemptMs } = services;
  const { message, webhookAtStart, attemptOutcome } = attempt;
  const statusCode = attemptOutcome.requests.at(-1)?.statusCode ?? null;
  const { retryAfterSeconds } = attemptOutcome;
  const next = nextAttempt({ attempt: message.attempt, retryAfterSeconds, statusCode }, now());
  const delivery =
    next.kind === 'retry'
      ? deliveryUpdate(attempt, { status: 'pending', ...dueAttributes(message, next.dueAt) }, [])
      : deliveryUpdate(attempt, { status: 'exhausted' }, deliveryIndexAttributes);
  const outcome = {
    ...toOutcome(services, attempt),
    retryAt: next.kind === 'retry' ? next.dueAt : undefined,
  };
  const isFresh = now() - attemptOutcome.startedAt <= webhookFreshMs;
  const latest = (isFresh ? undefined : await readCurrent(table, attempt)) ?? webhookAtStart;
  const previous = await commitOnCurrentState(table, attempt, latest, (current) =>
    current.status === 'disabled'
      ? [delivery]
      : [delivery, failureUpdate(outcome, current), ...statusChangeWrites(outcome, current)],
  );
  if (!previous) return {};
  const status = previous.status === 'disabled' ? 'disabled' : statusAfter(previous.consecutiveFailures + 1);
  const isNew = status !== previous.status;

  return {
    ...(next.kind === 'retry' && { retry: { ...message, attempt: message.attempt + 1, dueAt: next.dueAt } }),
    ...(status === 'failing' && (isNew || outcome.isProbe) && { releaseAfterMs: failingAttemptMs }),
    ...(isNew && { newStatus: status }),
  };
}

function toOutcome(
  { now, failingAttemptMs }: RecordServices,
  { message, webhookAtStart, attemptOutcome }: FinishedAttempt,
): EndpointOutcome {
  const isProbe = message.attempt === 1 && webhookAtStart.status === 'failing';

  return {
    workspaceId: message.workspaceId,
    webhookAtStart,
    attemptOutcome,
    now: now(),
    failingAttemptMs,
    isProbe,
  };
}

/** The condition requires that the previous attempt was the last one, so a duplicate message fails here. */
function deliveryUpdate(
  { message, type, attemptOutcome }: FinishedAttempt,
  state: Readonly<Record<string, unknown>>,
  remove: readonly string[],
): Update {
  const { workspaceId, webhookId, eventId, attempt, replayedBy } = message;
  const ifAttemptIsNext = {
    attempts: { is: attempt - 1 },
    status: { oneOf: ['pending', 'held'] },
  } as const;

  return {
    update: deliveryKey(workspaceId, webhookId, eventId),
    set: { ...deliveryOrigin(message, type), attempts: attempt, ...state },
    append: { log: [logEntry(replayedBy ? 'replay' : 'schedule', attempt, attemptOutcome)] },
    remove,
    if: attempt === 1 ? [{ attempts: 'absent' }, ifAttemptIsNext] : ifAttemptIsNext,
  };
}

/**
 * Commits the delivery's update, together with the writes that depend on the current state of the webhook. Concurrent attempts
 * also change this state.
 * @returns the previous state; undefined when the outcome was already recorded or the webhook was deleted
 */
async function commitOnCurrentState(
  table: Table,
  attempt: FinishedAttempt,
  latest: WebhookItem,
  buildWrites: (current: WebhookItem) => readonly [Update, ...Write[]],
): Promise<WebhookItem | undefined> {
  let current = latest;
  for (let tries = 0; tries < commitTriesMax; tries++) {
    const [delivery, ...others] = buildWrites(current);
    if (others.length === 0) return (await updateIf(table, delivery)) && current;
    try {
      await table.transact([delivery, ...others]);
      return current;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      // Position 0 is the delivery: a duplicate message has recorded the outcome.
      if (error.failed.has(0)) return undefined;
      await pause(Math.random() * pauseMsMax);
      const changed = await readCurrent(table, attempt);
      if (!changed) return undefined;
      current = changed;
    }
  }
  throw new Error('the failures of the webhook changed during every attempt');
}
