import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { Services } from '#lib/runtime/services.ts';
import { ConditionFailed } from '#lib/storage/table.ts';
import { sortableTime, worklistAttributes } from '#lib/storage/worklist.ts';
import type { ReleaseMessage } from '#lib/values/queues.ts';
import { toWebhook, type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';

/** Interval between two batches of a release. */
export const releaseIntervalMs = 1000;

/**
 * A release runs for at least 90 s (`releaseMsMin`), so a release that started within this time runs for 60 s more. The calling
 * delivery function runs at most 60 s, so the release also sends the delivery that this function then holds.
 */
const recentReleaseMs = 30_000;

/**
 * Ensures that held deliveries are released: of a healthy endpoint from the next second on, of a failing one at its next probe.
 * Call it before a delivery is held: if the function stops in between, the queue delivers the message again.
 */
export async function releaseSoon(
  { table, now, deliveries }: Services & { readonly deliveries: Queue<ReleaseMessage> },
  workspaceId: string,
  webhook: WebhookItem,
): Promise<void> {
  const { id: webhookId } = webhook;
  let current: WebhookItem | undefined = webhook;
  while (current && current.status !== 'disabled') {
    const at = now();
    const { status, releasingSince, gsi3sk, nextAttemptAt = 0 } = current;
    const isHealthy = status === 'healthy';
    const releaseAt = Math.max(at + releaseIntervalMs, isHealthy ? 0 : nextAttemptAt);
    // The webhook's worklist time is the time of the next batch. While no delivery is held, it can be far ahead.
    const isReleaseImminent = gsi3sk !== undefined && gsi3sk <= sortableTime(releaseAt + releaseIntervalMs);
    const isRecent = (releasingSince ?? 0) > at - recentReleaseMs;
    if (isReleaseImminent && (isRecent || !isHealthy)) return;
    try {
      await table.update({
        update: webhookKey(workspaceId, webhookId),
        // Extends the release. If its message is lost, the sweeper sends it again at the worklist time.
        set: {
          ...(isHealthy && { releasingSince: at }),
          ...(!isReleaseImminent && worklistAttributes('webhook', webhookId, releaseAt)),
        },
        if: {
          status: { is: status },
          releasingSince: unchangedTest(releasingSince),
          gsi3sk: unchangedTest(gsi3sk),
        },
      });
      // The message of the next batch is already queued.
      if (isReleaseImminent) return;
      return deliveries.send([
        { message: { workspaceId, webhookId }, delaySeconds: (releaseAt - at) / 1000 },
      ]);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      current = error.found && toWebhook(error.found);
    }
  }
}

function unchangedTest(value: string | number | undefined) {
  return value === undefined ? 'absent' : { is: value };
}
