import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { Services } from '#lib/runtime/services.ts';
import { ConditionFailed } from '#lib/storage/table.ts';
import { sortableTime, worklistPlace } from '#lib/storage/worklist.ts';
import { toWebhook, type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';
import type { ReleaseCall } from '#lib/webhooks/workers.ts';

/** Held deliveries are released in rounds. */
export const roundMs = 1000;

/** A release that began more recently goes on for longer than a delivery's function may run: see `quietMs`. */
const freshMs = 30_000;

/**
 * Makes sure that held deliveries of a healthy endpoint are released from the next second on, as its leases become free.
 * It is called before a delivery is held: should this stop in between, the delivery's message comes again.
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
    // A release waits longer between two rounds while nothing is held.
    const isRoundNear = gsi3sk !== undefined && gsi3sk <= sortableTime(at + 2 * roundMs);
    if (isRoundNear && (releasingSince ?? 0) > at - freshMs) return;
    try {
      await table.update({
        update: webhookKey(workspaceId, webhookId),
        // The sweeper makes the call should it be lost.
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
