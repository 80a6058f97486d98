import type { Change } from '#lib/commit/change.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Test } from '#lib/storage/table.ts';
import { timestamp, timestampAfter } from '#lib/values/ids.ts';
import { type Creator, requireLastingAccess } from '#lib/values/principal.ts';
import { invalidField } from '#lib/values/problem.ts';
import { newWebhookSecret } from '#lib/webhooks/delivery/signature.ts';
import { authorityChange, secretContext, type WebhookItem, webhookUpdate } from '#lib/webhooks/items.ts';
import { presentWebhook, readWebhook } from '#lib/webhooks/read.ts';
import { rotateSecrets, validSecrets } from '#lib/webhooks/secrets.ts';
import { type Rotation, secretsMax, type Webhook, type WebhookWithSecret } from '#lib/webhooks/webhook.ts';

/** Attributes that belong to the secrets before a rotation. */
const previousAttributes = [
  'previousSecrets',
  'acceptedSecret',
  'doubleRejections',
  'fallbackPausedUntil',
] as const;

/**
 * Gives a webhook a new secret. Each earlier secret stays valid until its own grace period ends.
 * @throws Problem 403 for an API key with an expiry; 404; 422 when the webhook has `secretsMax` valid secrets
 */
export async function planRotation(
  { table, now, vault }: Services & { readonly vault: Vault },
  caller: Creator,
  webhookId: string,
  { gracePeriodSeconds }: Rotation,
): Promise<Change<WebhookWithSecret>> {
  requireLastingAccess(caller);
  const { workspaceId, id: secretCreatedBy = null } = caller;
  const webhook = await readWebhook(table, workspaceId, webhookId);
  const at = now();
  if (gracePeriodSeconds > 0) requireRemainingSecret(webhook, at);
  const secret = newWebhookSecret();
  const sealed = await vault.seal(workspaceId, secretContext(webhookId), secret);
  const secrets = { ...rotateSecrets(webhook, sealed, gracePeriodSeconds * 1000, at), secretCreatedBy };
  const updatedAt = timestampAfter(webhook.updatedAt, at);
  const changes = {
    set: { ...secrets, updatedAt },
    remove: previousAttributes.filter((name) => !Object.hasOwn(secrets, name)),
  };

  return {
    writes: [
      webhookUpdate(workspaceId, webhook, changes, { acceptedSecret: unchangedTest(webhook) }),
      authorityChange(workspaceId),
    ],
    result: { ...presentWebhook({ ...withoutPrevious(webhook), ...secrets, updatedAt }, at), secret },
  };
}

function requireRemainingSecret(webhook: WebhookItem, now: number): void {
  const valid = validSecrets(webhook, now);
  if (valid.length < secretsMax) return;
  const earliest = timestamp(Math.min(...valid.map(({ expiresAt }) => expiresAt)));
  throw invalidField(
    '',
    'count',
    `a webhook has at most ${secretsMax} valid secrets: revoke the previous ones, or wait until ${earliest}`,
  );
}

function withoutPrevious(webhook: WebhookItem): WebhookItem {
  const removed: Partial<WebhookItem> = Object.fromEntries(
    previousAttributes.map((name) => [name, undefined]),
  );

  return { ...webhook, ...removed };
}

/** The accepted secret must not have changed since it was read. */
function unchangedTest({ acceptedSecret }: WebhookItem): Test {
  return acceptedSecret === undefined ? 'absent' : { is: acceptedSecret };
}

/**
 * Ends all grace periods: deletes the previous secrets, so only the current one is valid. If no grace period is running, it
 * writes nothing.
 * @throws Problem 404
 */
export async function planSecretRevocation(
  { table, now }: Services,
  workspaceId: string,
  webhookId: string,
): Promise<Change<Webhook>> {
  const webhook = await readWebhook(table, workspaceId, webhookId);
  const at = now();
  if (validSecrets(webhook, at).length === 1) return { writes: [], result: presentWebhook(webhook, at) };
  const updatedAt = timestampAfter(webhook.updatedAt, at);

  return {
    writes: [webhookUpdate(workspaceId, webhook, { set: { updatedAt }, remove: previousAttributes })],
    result: presentWebhook({ ...withoutPrevious(webhook), updatedAt }, at),
  };
}
