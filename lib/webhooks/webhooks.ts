import type { Change } from '#lib/commit/change.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import type { Loopback } from '#lib/network/public-host.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Update } from '#lib/storage/table.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import { invalidField } from '#lib/values/problem.ts';
import { newWebhookSecret } from '#lib/webhooks/delivery/signature.ts';
import {
  secretContext,
  type WebhookItem,
  webhookCountKey,
  webhookKey,
  webhooksMax,
} from '#lib/webhooks/items.ts';
import { presentWebhook } from '#lib/webhooks/read.ts';
import { requirePublicUrl } from '#lib/webhooks/url.ts';
import type { NewWebhook, WebhookWithSecret } from '#lib/webhooks/webhook.ts';

export interface WebhookServices extends Services {
  readonly vault: Vault;
  /** Whether receivers may be on the local machine: only in the local stack. */
  readonly loopback: Loopback;
}

/**
 * Creates a webhook with a new secret.
 * @throws Problem 422 for a URL that must not receive events, or when the workspace has `webhooksMax` webhooks
 */
export async function planWebhook(
  { now, vault, loopback }: WebhookServices,
  workspaceId: string,
  input: NewWebhook,
): Promise<Change<WebhookWithSecret>> {
  requirePublicUrl(input.url, loopback);
  const id = newId('whk', now());
  const secret = newWebhookSecret();
  const createdAt = timestamp(now());
  const webhook: WebhookItem = {
    ...input,
    id,
    status: 'healthy',
    consecutiveFailures: 0,
    lastSuccessAt: null,
    lastFailureAt: null,
    lastError: null,
    disabledAt: null,
    createdAt,
    updatedAt: createdAt,
    sealedSecret: await vault.seal(workspaceId, secretContext(id), secret),
  };

  return {
    writes: [
      countWebhook(workspaceId),
      { put: { ...webhookKey(workspaceId, id), ...withoutDefaults(webhook) }, if: { pk: 'absent' } },
    ],
    result: { ...presentWebhook(webhook, now()), secret },
  };
}

/** Omits empty filters and included data, so that items stay small: each event reads all webhooks of its workspace. */
function withoutDefaults({ filters, include, ...webhook }: WebhookItem) {
  return {
    ...webhook,
    ...(Object.values(filters).some(({ length }) => length > 0) && { filters }),
    ...(include.length > 0 && { include }),
  };
}

/** The write's condition enforces the limit, even for concurrent requests. */
function countWebhook(workspaceId: string): Update {
  return {
    update: webhookCountKey(workspaceId),
    add: { webhooks: 1 },
    if: [{ webhooks: 'absent' }, { webhooks: { below: webhooksMax } }],
    otherwise: () => invalidField('', 'count', `a workspace has at most ${webhooksMax} webhooks`),
  };
}
