import type { Change } from '#lib/commit/change.ts';
import type { Loopback } from '#lib/network/public-host.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { attributeChanges } from '#lib/storage/attributes.ts';
import { timestampAfter } from '#lib/values/ids.ts';
import { type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';
import { presentWebhook, readWebhook } from '#lib/webhooks/read.ts';
import { requirePublicUrl } from '#lib/webhooks/url.ts';
import type { Webhook, WebhookPatch } from '#lib/webhooks/webhook.ts';

/** State that deliveries recorded about the URL; removed when the URL changes. */
const urlStateAttributes = ['doubleRejections', 'fallbackPausedUntil', 'slowUntil'];

/**
 * Merges a patch into a webhook. Writes nothing if no value changes. The delivery status and the secrets stay: only a
 * delivery shows whether a new URL works.
 * @throws Problem 404; 422 for a URL that must not receive events
 */
export async function planWebhookUpdate(
  { table, now, loopback }: Services & { readonly loopback: Loopback },
  workspaceId: string,
  webhookId: string,
  patch: WebhookPatch,
): Promise<Change<Webhook>> {
  const before = await readWebhook(table, workspaceId, webhookId, { consistent: true });
  if (patch.url !== undefined) requirePublicUrl(patch.url, loopback);
  const after: WebhookItem = { ...before, ...changedSettings(before, patch) };
  const { set } = attributeChanges(before, after);
  const at = now();
  // The endpoint's runtime compares it with `If-Match`.
  const basedOn = before.updatedAt;
  if (Object.keys(set).length === 0) return { writes: [], basedOn, result: presentWebhook(before, at) };
  const updatedAt = timestampAfter(before.updatedAt, at);

  return {
    writes: [
      {
        update: webhookKey(workspaceId, webhookId),
        set: { ...set, updatedAt },
        ...(after.url !== before.url && { remove: urlStateAttributes }),
        if: { updatedAt: { is: before.updatedAt } },
        otherwise: () => new StaleDecision('the webhook was changed concurrently'),
      },
    ],
    basedOn,
    result: presentWebhook({ ...after, updatedAt }, at),
  };
}

function changedSettings(before: WebhookItem, { url, events, description, filters, include }: WebhookPatch) {
  return {
    ...(filters !== undefined && { filters: mergedFilters(before.filters, filters) }),
    ...(include !== undefined && { include }),
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events }),
    ...(description !== undefined && { description }),
  };
}

function mergedFilters(
  before: WebhookItem['filters'],
  { campaignIds, emailAccountIds, tags }: NonNullable<WebhookPatch['filters']>,
): WebhookItem['filters'] {
  return {
    campaignIds: campaignIds ?? before.campaignIds,
    emailAccountIds: emailAccountIds ?? before.emailAccountIds,
    tags: tags ?? before.tags,
  };
}
