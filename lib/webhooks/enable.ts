import type { Change } from '#lib/commit/change.ts';
import type { Services } from '#lib/runtime/services.ts';
import { Stale } from '#lib/runtime/stale.ts';
import { noWorklistPlace, worklistPlace } from '#lib/storage/worklist.ts';
import { laterThan, ulidTime } from '#lib/values/ids.ts';
import { notFound } from '#lib/values/problem.ts';
import { type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';
import { presentWebhook, readWebhook } from '#lib/webhooks/read.ts';
import type { Enabling, Webhook } from '#lib/webhooks/webhook.ts';

/** What was learned of an endpoint while it did not answer. */
const outdated = ['nextAttemptAt', 'doubleRejections', 'fallbackPausedUntil', 'slowUntil'] as const;

/**
 * Begins anew with an endpoint, whatever its status: no failure is held against it, and what is held for it is sent if its
 * owner wants it, oldest first. Else it stays held, until it is asked for or 7 days old.
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
        otherwise: (found) => (found ? new Stale('the webhook changed meanwhile') : notFound()),
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
  // What is being released already goes on: a request that comes once more takes nothing back.
  if (status === 'healthy') return { set: {}, remove: [] };

  return {
    // Later than every event until now.
    set: { releasesAfter: `evt_${ulidTime(at + 1)}` },
    remove: ['releasingSince', ...noWorklistPlace],
  };
}
