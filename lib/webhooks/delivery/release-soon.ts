import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { Services } from '#lib/runtime/services.ts';
import { ConditionFailed } from '#lib/storage/table.ts';
import { sortableTime, worklistPlace } from '#lib/storage/worklist.ts';
import { toWebhook, type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';
import type { ReleaseCall } from '#lib/webhooks/workers.ts';

/** Interval between two batches of a release. */
export const roundMs = 1000;

/** A release with a more recent start continues longer than a delivery function runs: see `quietMs`. */
const freshMs = 30_000;

/**
 * Ensures that held deliveries of a healthy endpoint are released from the next second on, as leases become free. It runs
 * before a delivery is held: if the function stops in between, the queue delivers the message again.
 */
export async function releaseSoon(
  { table, now, releases }: Services & { readonly releases: Queue<ReleaseCall> },
  workspaceId: string,
  webhook: WebhookItem,
): Promise<void> {
  const { id: webhookId } = webhook;
  let current: WebhookItem | undefined = webhook;
  while (current?.status === 'healthy') {
    const at = now();
    const { releasingSince, gsi3sk } = current;
    // While no delivery is held, a release waits longer between two batches.
    const isRoundNear = gsi3sk !== undefined && gsi3sk <= sortableTime(at + 2 * roundMs);
    if (isRoundNear && (releasingSince ?? 0) > at - freshMs) return;
    try {
      await table.update({
        update: webhookKey(workspaceId, webhookId),
        // The sweeper sends the message again if it is lost.
        set: { releasingSince: at, ...(!isRoundNear && worklistPlace('webhook', webhookId, at + roundMs)) },
        if: { status: { is: 'healthy' }, releasingSince: same(releasingSince), gsi3sk: same(gsi3sk) },
      });
      if (isRoundNear) return;
      return releases.send([{ message: { workspaceId, webhookId }, delaySeconds: roundMs / 1000 }]);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      current = error.found && toWebhook(error.found);
    }
  }
}

function same(value: string | number | undefined) {
  return value === undefined ? 'absent' : { is: value };
}
