import type { Queue } from '#lib/queue/sqs-queue.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import { worklistPlace } from '#lib/storage/worklist.ts';
import { toWebhook, type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';
import type { ReleaseCall } from '#lib/webhooks/workers.ts';

/** By then, the request that waits has been answered or has come to its deadline. */
const stalledForMs = 8000;

export interface StallServices extends Services {
  readonly releases: Queue<ReleaseCall>;
  /** How long a failing endpoint is left alone between two attempts, in milliseconds; 0 leaves none alone. */
  readonly failingAttemptMs: number;
}

export function isStalled({ stalledUntil = 0 }: WebhookItem, now: number): boolean {
  return stalledUntil > now;
}

/**
 * Holds what comes due for an endpoint until a request that it lets wait has ended: else all of its deliveries would wait
 * for it at once, each in the place of another endpoint's. Once for each stall, whoever else notices it.
 */
export async function markStalled(
  { table, now, releases, failingAttemptMs }: StallServices,
  workspaceId: string,
  { id: webhookId, url }: WebhookItem,
): Promise<void> {
  if (failingAttemptMs === 0) return;
  const key = webhookKey(workspaceId, webhookId);
  const item = await table.get(key, { consistent: true });
  const webhook = item && toWebhook(item);
  if (webhook?.status !== 'healthy' || webhook.url !== url || isStalled(webhook, now())) return;
  const { releasingSince } = webhook;
  const stalledUntil = now() + stalledForMs;
  const marked = await updateIf(table, {
    update: key,
    // Whoever is releasing goes on with it, for longer; where nobody is, the sweeper finds it should the call be lost.
    set: { stalledUntil, releasingSince: now(), ...worklistPlace('webhook', webhookId, stalledUntil) },
    if: {
      status: { is: 'healthy' },
      url: { is: url },
      releasingSince: releasingSince === undefined ? 'absent' : { is: releasingSince },
    },
  });
  if (!marked) return;
  log('info', 'stalled', { workspaceId, webhookId });
  if (releasingSince !== undefined) return;
  await releases.send([{ message: { workspaceId, webhookId }, delaySeconds: stalledForMs / 1000 }]);
}
