import type { Change } from '#lib/commit/change.ts';
import type { Services } from '#lib/runtime/services.ts';
import { Stale } from '#lib/runtime/stale.ts';
import { noWorklistPlace, worklistPlace } from '#lib/storage/worklist.ts';
import { laterThan, ulidTime } from '#lib/values/ids.ts';
import { notFound } from '#lib/values/problem.ts';
import { type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';
import { presentWebhook, readWebhook } from '#lib/webhooks/read.ts';
import type { Enabling, Webhook } from '#lib/webhooks/webhook.ts';

/** State that only applies to the endpoint's failures. */
const outdated = ['nextAttemptAt', 'doubleRejections', 'fallbackPausedUntil', 'slowUntil'] as const;

/**
 * Resets an endpoint's failures, whatever its status. With `replay`, held deliveries are sent, oldest first. Otherwise they
 * stay held until they are resent or 7 days old.
 * @throws Problem 404
 */
export async function planEnabling(
  { table, now }: Services,
  workspaceId: string,
  webhookId: string,
  { replay }: Enabling,
): Promise<Change<Webhook>> {
  const webhook = await readWebhook(table, workspaceId, webhookId, { consistent: true });
  const at = now();
  const state = {
    status: 'healthy',
    consecutiveFailures: 0,
    disabledAt: null,
    updatedAt: laterThan(webhook.updatedAt, at),
  } as const;
  const held = heldAfter(webhook, replay, at);

  return {
    writes: [
      {
        update: webhookKey(workspaceId, webhookId),
        set: { ...state, ...held.set },
        remove: [...outdated, ...held.remove],
        if: { updatedAt: { is: webhook.updatedAt } },
        otherwise: (found) => (found ? new Stale('the webhook was changed concurrently') : notFound()),
      },
    ],
    ...(replay === 'held' && { calls: [{ webhookId }] }),
    result: presentWebhook({ ...webhook, ...state, nextAttemptAt: undefined }, at),
  };
}

function heldAfter({ id, status }: WebhookItem, replay: Enabling['replay'], at: number) {
  if (replay === 'held') {
    return {
      set: { releasingSince: at, ...worklistPlace('webhook', id, at) },
      remove: ['releasesAfter'],
    };
  }
  // A release in progress continues: a repeated request does not stop it.
  if (status === 'healthy') return { set: {}, remove: [] };

  return {
    // Sorts after all events up to now.
    set: { releasesAfter: `evt_${ulidTime(at + 1)}` },
    remove: ['releasingSince', ...noWorklistPlace],
  };
}
