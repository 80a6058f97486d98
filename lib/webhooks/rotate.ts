import type { Change } from '#lib/commit/change.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Test } from '#lib/storage/table.ts';
import { timestampAfter } from '#lib/values/ids.ts';
import { newWebhookSecret } from '#lib/webhooks/delivery/signature.ts';
import { secretContext, type WebhookItem, webhookUpdate } from '#lib/webhooks/items.ts';
import { presentWebhook, readWebhook } from '#lib/webhooks/read.ts';
import { rotateSecrets, validSecrets } from '#lib/webhooks/secrets.ts';
import type { Rotation, Webhook, WebhookWithSecret } from '#lib/webhooks/webhook.ts';

/** Attributes that a rotation sets again or removes. */
const rotatedAttributes = [
  'sealedPreviousSecret',
  'previousExpiresAt',
  'lastAcceptedSecret',
  'doubleRejections',
  'fallbackPausedUntil',
] as const;

/**
 * Gives a webhook a new secret. The secret that its receiver accepts stays valid for the grace period.
 * @throws Problem 404
 */
export async function planRotation(
  { table, now, vault }: Services & { readonly vault: Vault },
  workspaceId: string,
  webhookId: string,
  { gracePeriodSeconds }: Rotation,
): Promise<Change<WebhookWithSecret>> {
  const webhook = await readWebhook(table, workspaceId, webhookId, { consistent: true });
  // The destructuring omits the same attributes from the webhook that the response presents.
  const {
    sealedPreviousSecret: _,
    previousExpiresAt: _1,
    lastAcceptedSecret: _2,
    doubleRejections: _3,
    fallbackPausedUntil: _4,
    ...otherAttributes
  } = webhook;
  const secret = newWebhookSecret();
  const sealed = await vault.seal(workspaceId, secretContext(webhookId), secret);
  const at = now();
  const secrets = rotateSecrets(webhook, sealed, gracePeriodSeconds * 1000, at);
  const updatedAt = timestampAfter(webhook.updatedAt, at);

  const changes = {
    set: { ...secrets, updatedAt },
    remove: rotatedAttributes.filter((name) => !Object.hasOwn(secrets, name)),
  };

  return {
    writes: [webhookUpdate(workspaceId, webhook, changes, { lastAcceptedSecret: unchangedTest(webhook) })],
    result: { ...presentWebhook({ ...otherAttributes, ...secrets, updatedAt }, at), secret },
  };
}

/** The accepted secret must not have changed since it was read. */
function unchangedTest({ lastAcceptedSecret }: WebhookItem): Test {
  return lastAcceptedSecret === undefined ? 'absent' : { is: lastAcceptedSecret };
}

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
      webhookUpdate(workspaceId, webhook, {
        set: { updatedAt },
        remove: ['sealedPreviousSecret', 'previousExpiresAt', 'lastAcceptedSecret'],
      }),
    ],
    result: presentWebhook({ ...webhookAfter, updatedAt }, at),
  };
}
