import type { Services } from '#lib/runtime/services.ts';
import {
  ConditionFailed,
  type Item,
  type Table,
  TransactionRefused,
  type Update,
} from '#lib/storage/table.ts';
import { noWorklistPlace, worklistPlace } from '#lib/storage/worklist.ts';
import { type AttemptOutcome, healthy, noted, unhealthy } from '#lib/webhooks/health.ts';
import { deliveryKey, toWebhook, type WebhookItem } from '#lib/webhooks/items.ts';
import { nextAttempt } from '#lib/webhooks/retry-plan.ts';
import type { DeliveryCall } from '#lib/webhooks/workers.ts';

const counterTriesMax = 10;

/**
 * Writes an attempt's outcome once, whoever else has the same message: the delivery, and with it the endpoint's
 * consecutive failures and status. @returns the next attempt, if there is one
 */
export async function recordAttempt(
  { table, now }: Pick<Services, 'table' | 'now'>,
  call: DeliveryCall,
  webhook: WebhookItem,
  outcome: AttemptOutcome,
): Promise<DeliveryCall | undefined> {
  const { attempt } = call;
  switch (outcome.kind) {
    case 'held':
      await write(
        table,
        deliveryUpdate(call, { status: 'held', attempts: attempt - 1, lastOutcome: 'disabled' }),
      );
      return undefined;
    case 'delivered': {
      const delivery = deliveryUpdate(call, {
        status: 'delivered',
        attempts: attempt,
        lastOutcome: outcome.text,
      });
      const success = { webhook, acceptedSecret: outcome.acceptedSecret, now: now() };
      await (webhook.consecutiveFailures === 0
        ? Promise.all([write(table, delivery), ...noted(call, success).map((update) => write(table, update))])
        : countOn(table, webhook, (current) =>
            // Disabled by other deliveries while this one was under way: it stays so.
            current.status === 'disabled' ? [delivery] : [delivery, healthy(call, current, success)],
          ));
      return undefined;
    }
    case 'failed': {
      const next = nextAttempt(attempt, now());
      const state =
        next.kind === 'retry'
          ? { status: 'pending', attempts: attempt, lastOutcome: outcome.text, dueAt: next.dueAt }
          : { status: 'exhausted', attempts: attempt, lastOutcome: outcome.text };
      const delivery = deliveryUpdate(call, state);
      const recorded = await countOn(table, webhook, (current) => [
        delivery,
        unhealthy(call, current, outcome, now()),
      ]);

      return recorded && next.kind === 'retry'
        ? { ...call, attempt: attempt + 1, dueAt: next.dueAt }
        : undefined;
    }
  }
}

/** The delivery must stand at the attempt before this one: a doubled message loses here. */
function deliveryUpdate(call: DeliveryCall, state: Readonly<Record<string, unknown>>): Update {
  const { workspaceId, webhookId, eventId, subjectId, attempt } = call;
  const { dueAt } = state;

  return {
    update: deliveryKey(workspaceId, webhookId, eventId),
    set: {
      workspaceId,
      webhookId,
      eventId,
      subjectId,
      ...state,
      ...(typeof dueAt === 'number' && worklistPlace('delivery', eventId, dueAt)),
    },
    ...(dueAt === undefined && { remove: noWorklistPlace }),
    if: attempt === 1 ? { attempts: 'absent' } : { attempts: { is: attempt - 1 }, status: { is: 'pending' } },
  };
}

/** Ends a delivery whose webhook is gone. One that was never attempted has nothing to end. */
export async function recordEnd(table: Table, call: DeliveryCall): Promise<void> {
  const { attempt } = call;
  if (attempt === 1) return;
  await write(
    table,
    deliveryUpdate(call, { status: 'held', attempts: attempt - 1, lastOutcome: 'webhook_deleted' }),
  );
}

/** Counts on the newest state of the webhook: other attempts count at the same time. @returns false when the outcome was recorded before */
async function countOn(
  table: Table,
  webhook: WebhookItem,
  writes: (current: WebhookItem) => readonly Update[],
): Promise<boolean> {
  let current = webhook;
  for (let tries = 0; tries < counterTriesMax; tries++) {
    try {
      await table.transact(writes(current));
      return true;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      if (error.failed.has(0)) return false;
      const found: Item | undefined = error.failed.get(1);
      // The webhook was deleted meanwhile: nothing is left to count on.
      if (!found) return false;
      current = toWebhook(found);
    }
  }
  throw new Error('the failures of a webhook kept changing');
}

async function write(table: Table, update: Update): Promise<void> {
  try {
    await table.update(update);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
