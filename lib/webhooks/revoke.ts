import type { Change } from '#lib/commit/change.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { timestampAfter } from '#lib/values/ids.ts';
import { webhookKey } from '#lib/webhooks/items.ts';
import { presentWebhook, readWebhook } from '#lib/webhooks/read.ts';
import { validSecrets } from '#lib/webhooks/secrets.ts';
import type { Webhook } from '#lib/webhooks/webhook.ts';

/**
 * Ends the grace period of a rotation: deletes the previous secret, so only the current one is valid. If no grace
 * period is running, it writes nothing.
 * @throws Problem 404
 */
export async function planSecretRevocation(
  { table, now }: Services,
  workspaceId: string,
  webhookId: string,
): Promise<Change<Webhook>> {
  const webhook = await readWebhook(table, workspaceId, webhookId, { consistent: true });
  const at = now();
  // The destructuring removes the attributes that the update removes.
  const { sealedPreviousSecret, previousExpiresAt: _, lastAcceptedSecret: _1, ...webhookAfter } = webhook;
  if (sealedPreviousSecret === undefined || validSecrets(webhook, at).length === 1) {
    return { writes: [], result: presentWebhook(webhook, at) };
  }
  const updatedAt = timestampAfter(webhook.updatedAt, at);

  return {
    writes: [
      {
        update: webhookKey(workspaceId, webhookId),
        set: { updatedAt },
        remove: ['sealedPreviousSecret', 'previousExpiresAt', 'lastAcceptedSecret'],
        if: { updatedAt: { is: webhook.updatedAt } },
        otherwise: () => new StaleDecision('the webhook was changed concurrently'),
      },
    ],
    result: presentWebhook({ ...webhookAfter, updatedAt }, at),
  };
}
