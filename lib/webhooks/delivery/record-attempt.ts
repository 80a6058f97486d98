import type { Services } from '#lib/runtime/services.ts';
import { type Table, TransactionRefused, type Update } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import type { AttemptOutcome } from '#lib/webhooks/delivery/attempt.ts';
import {
  deliveryKey,
  deliveryOrigin,
  duePlace,
  logLine,
  noDeliveryPlace,
} from '#lib/webhooks/delivery/delivery-items.ts';
import { counts, healthy, noted, type Outcome, unhealthy } from '#lib/webhooks/delivery/health.ts';
import { nextAttempt, statusAfter } from '#lib/webhooks/delivery/retry-plan.ts';
import { toWebhook, type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';
import type { DeliveryCall } from '#lib/webhooks/workers.ts';

/**
 * A busy endpoint that answers now and then turns about as often as a transaction takes, and each turn costs who counts a
 * failure another try; whoever gives up posts again. At once, because waiting only makes what is known of it older.
 */
const counterTriesMax = 60;

/** What was read longer ago is read again: a transaction that is refused costs more. */
const freshMs = 1000;

export interface Attempt {
  readonly call: DeliveryCall;
  readonly type: EventKind;
  /** As the webhook was when the attempt began. */
  readonly begun: WebhookItem;
  readonly attempted: AttemptOutcome;
}

/** What an attempt leaves to be done. The sweeper finds it should its message be lost. */
export interface FollowUp {
  readonly retry?: DeliveryCall;
  /** What was held for the endpoint may go out, so many milliseconds from now. */
  readonly releaseAfterMs?: number;
  /** The endpoint's status, where this attempt changed it. */
  readonly turned?: WebhookItem['status'];
}

type RecordServices = Pick<Services, 'table' | 'now'> & { readonly failingAttemptMs: number };

/**
 * Writes an attempt's outcome once, whoever else has the same message: the delivery, and with it the endpoint's
 * consecutive failures and status.
 */
export function recordAttempt(services: RecordServices, attempt: Attempt): Promise<FollowUp> {
  return attempt.attempted.isDelivered ? recordSuccess(services, attempt) : recordFailure(services, attempt);
}

async function recordSuccess(services: RecordServices, attempt: Attempt): Promise<FollowUp> {
  const { table } = services;
  const outcome = toOutcome(services, attempt);
  const delivery = deliveryUpdate(attempt, { status: 'delivered' }, noDeliveryPlace);
  // Others may have failed while this attempt was under way: a success ends their row, so the newest state is asked for.
  const newest = await readNewest(table, attempt);
  const [before] = await Promise.all([
    // In one transaction: a delivery that is told of is never attempted again, so nobody would end the row later.
    countOn(table, newest, (current) =>
      hasRow(current) ? [delivery, healthy(outcome, current)] : [delivery],
    ),
    ...(hasRow(newest) ? [] : noted(outcome, newest).map((update) => updateIf(table, update))),
  ]);

  return before?.status === 'failing' ? { turned: 'healthy', releaseAfterMs: 0 } : {};
}

async function readNewest(table: Table, { call, begun }: Attempt): Promise<WebhookItem> {
  const item = await table.get(webhookKey(call.workspaceId, begun.id), { consistent: true });

  return item ? toWebhook(item) : begun;
}

/** A disabled endpoint stays so: only its owner knows why it answers again. */
function hasRow({ status, consecutiveFailures }: WebhookItem): boolean {
  return status !== 'disabled' && consecutiveFailures > 0;
}

async function recordFailure(services: RecordServices, attempt: Attempt): Promise<FollowUp> {
  const { table, now, failingAttemptMs } = services;
  const { call, begun, attempted } = attempt;
  const statusCode = attempted.requests.at(-1)?.statusCode ?? null;
  const { retryAfterSeconds } = attempted;
  const next = nextAttempt({ attempt: call.attempt, retryAfterSeconds, statusCode }, now());
  const delivery =
    next.kind === 'retry'
      ? deliveryUpdate(attempt, { status: 'pending', ...duePlace(call, next.dueAt) }, [])
      : deliveryUpdate(attempt, { status: 'exhausted' }, noDeliveryPlace);
  const outcome = {
    ...toOutcome(services, attempt),
    retryAt: next.kind === 'retry' ? next.dueAt : undefined,
  };
  const newest = now() - attempted.startedAt > freshMs ? await readNewest(table, attempt) : begun;
  const before = await countOn(table, newest, (current) =>
    counts(outcome, current) ? [delivery, unhealthy(outcome, current)] : [delivery],
  );
  if (!before) return {};
  const status = counts(outcome, before) ? statusAfter(before.consecutiveFailures + 1) : before.status;

  return {
    ...(next.kind === 'retry' && { retry: { ...call, attempt: call.attempt + 1, dueAt: next.dueAt } }),
    ...(status === 'failing' && counts(outcome, before) && { releaseAfterMs: failingAttemptMs }),
    ...(status !== before.status && { turned: status }),
  };
}

function toOutcome({ now, failingAttemptMs }: RecordServices, { call, begun, attempted }: Attempt): Outcome {
  return { workspaceId: call.workspaceId, begun, attempted, now: now(), failingAttemptMs };
}

/** The delivery must stand at the attempt before this one: a doubled message loses here. */
function deliveryUpdate(
  { call, type, attempted }: Attempt,
  state: Readonly<Record<string, unknown>>,
  remove: readonly string[],
): Update {
  const { workspaceId, webhookId, eventId, attempt } = call;
  const isWaiting = { attempts: { is: attempt - 1 }, status: { oneOf: ['pending', 'held'] } } as const;

  return {
    update: deliveryKey(workspaceId, webhookId, eventId),
    set: { ...deliveryOrigin(call, type), attempts: attempt, ...state },
    append: { log: [logLine('schedule', attempt, attempted)] },
    remove,
    if: attempt === 1 ? [{ attempts: 'absent' }, isWaiting] : isWaiting,
  };
}

/**
 * Counts on the newest state of the webhook: other attempts count at the same time.
 * @returns what it was before this; undefined when the outcome had been recorded already, or the webhook is gone
 */
async function countOn(
  table: Table,
  webhook: WebhookItem,
  writes: (current: WebhookItem) => readonly [Update, ...Update[]],
): Promise<WebhookItem | undefined> {
  let current = webhook;
  for (let tries = 0; tries < counterTriesMax; tries++) {
    const [delivery, ...others] = writes(current);
    if (others.length === 0) return (await updateIf(table, delivery)) && current;
    try {
      await table.transact([delivery, ...others]);
      return current;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      if (error.failed.has(0)) return undefined;
      const found = error.failed.get(1);
      // The webhook was deleted meanwhile: nothing is left to count on.
      if (!found) return undefined;
      current = toWebhook(found);
    }
  }
  throw new Error('the failures of a webhook kept changing');
}
