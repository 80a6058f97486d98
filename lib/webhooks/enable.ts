import type { Change } from '#lib/commit/change.ts';
import type { Services } from '#lib/runtime/services.ts';
import { worklistAttributeNames, worklistAttributes } from '#lib/storage/worklist.ts';
import { timestamp, timestampAfter, ulidTime } from '#lib/values/ids.ts';
import { authorityChange, type WebhookItem, webhookUpdate } from '#lib/webhooks/items.ts';
import { presentWebhook, readWebhook } from '#lib/webhooks/read.ts';
import type { Enabling, Webhook } from '#lib/webhooks/webhook.ts';

/** State that only applies to the endpoint's failures. */
const failureAttributes = ['nextAttemptAt', 'doubleRejections', 'fallbackPausedUntil', 'slowUntil'] as const;

/**
 * Resets an endpoint's failures in any status. With `replay: 'held'`, held deliveries are sent, oldest first. With `none`, they
 * stay held until they are resent or 7 days old.
 * @throws Problem 404
 */
export async function planEnabling(
  { table, now }: Services,
  workspaceId: string,
  webhookId: string,
  { replay }: Enabling,
): Promise<Change<Webhook>> {
  const webhook = await readWebhook(table, workspaceId, webhookId);
  const at = now();
  const healthyState = {
    status: 'healthy',
    consecutiveFailures: 0,
    disabledAt: null,
    updatedAt: timestampAfter(webhook.updatedAt, at),
  } as const;
  const releaseChanges = releaseAttributes(webhook, replay, at);
  // `none` declines held deliveries. This also ends a replay, because a replay holds its deliveries.
  const replayEnd = replay === 'none' && webhook.status !== 'healthy' ? endedReplay(webhook, at) : {};

  return {
    writes: [
      webhookUpdate(workspaceId, webhook, {
        set: { ...healthyState, ...releaseChanges.set, ...replayEnd },
        remove: [
          ...failureAttributes,
          ...releaseChanges.remove,
          ...('replay' in replayEnd ? ['replayJobId'] : []),
        ],
      }),
      ...(webhook.status === 'disabled' ? [authorityChange(workspaceId)] : []),
    ],
    ...(replay === 'held' && { messages: [{ queue: 'deliveries' as const, message: { webhookId } }] }),
    result: presentWebhook({ ...webhook, ...healthyState, ...replayEnd, nextAttemptAt: undefined }, at),
  };
}

/** Changes of the attributes that control the release of held deliveries. */
function releaseAttributes({ id, status }: WebhookItem, replay: Enabling['replay'], at: number) {
  if (replay === 'held') {
    return {
      set: { releasingSince: at, ...worklistAttributes('webhook', id, at) },
      remove: ['releasesAfter'],
    };
  }
  // A release in progress continues: a repeated request does not stop it.
  if (status === 'healthy') return { set: {}, remove: [] };

  return {
    // Declines all deliveries that are held now: the value sorts after all events up to now.
    set: { releasesAfter: `evt_${ulidTime(at + 1)}` },
    remove: ['releasingSince', ...worklistAttributeNames],
  };
}

function endedReplay({ replay }: WebhookItem, at: number) {
  return replay?.completedAt === null ? { replay: { ...replay, completedAt: timestamp(at) } } : {};
}
