import type { Change } from '#lib/commit/change.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import { periodLimitUpdate } from '#lib/http/period-limit.ts';
import type { Loopback } from '#lib/network/public-host.ts';
import { checkPublicUrl } from '#lib/network/public-url.ts';
import type { Services } from '#lib/runtime/services.ts';
import { attributeChanges } from '#lib/storage/item.ts';
import type { Update } from '#lib/storage/table.ts';
import { newId, timestamp, timestampAfter } from '#lib/values/ids.ts';
import { mergePatch } from '#lib/values/merge-patch.ts';
import { type Creator, requireLastingAccess } from '#lib/values/principal.ts';
import { invalidField } from '#lib/values/problem.ts';
import { type CustomHeaders, sealHeaders } from '#lib/webhooks/custom-headers.ts';
import { newWebhookSecret } from '#lib/webhooks/delivery/signature.ts';
import {
  authorityChange,
  secretContext,
  type WebhookItem,
  webhookCountKey,
  webhookKey,
  webhooksMax,
  webhookUpdate,
} from '#lib/webhooks/items.ts';
import { maskedUrl } from '#lib/webhooks/masked-url.ts';
import { presentWebhook, readWebhook } from '#lib/webhooks/read.ts';
import {
  directingFields,
  type NewWebhook,
  type Webhook,
  type WebhookPatch,
  type WebhookWithSecret,
} from '#lib/webhooks/webhook.ts';

/** In a UTC day, also if they are deleted: an erasure reads the ids of all webhooks of 30 days. */
export const createdPerDayMax = 2 * webhooksMax;

export interface WebhookServices extends Services {
  readonly vault: Vault;
  readonly loopback: Loopback;
}

/**
 * Creates a webhook with a new secret.
 * @throws Problem 403 for an API key with an expiry; 422 for a URL that must not receive events, or when the workspace has `webhooksMax` webhooks.
 * The commit throws RateLimited when it created `createdPerDayMax` webhooks within the day.
 */
export async function planWebhook(
  { now, vault, loopback }: WebhookServices,
  creator: Creator,
  input: NewWebhook,
): Promise<Change<WebhookWithSecret>> {
  requireLastingAccess(creator);
  const { workspaceId, id: createdBy = null } = creator;
  requirePublicUrl(input.url, loopback);
  const id = newId('whk', now());
  const owner = { workspaceId, webhook: { id, url: input.url } };
  const secret = newWebhookSecret();
  const createdAt = timestamp(now());
  const webhook: WebhookItem = {
    ...input,
    headers: await sealHeaders(vault, owner, input.headers),
    id,
    createdBy,
    secretCreatedBy: createdBy,
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
      creationUpdate(workspaceId, now()),
      { put: { ...webhookKey(workspaceId, id), ...withoutDefaults(webhook) }, if: { pk: 'absent' } },
    ],
    result: { ...presentWebhook(webhook, now()), secret },
  };
}

/** Omits empty filters, included data and headers, so that items stay small: each event reads all webhooks of its workspace. */
function withoutDefaults({ filters, include, headers, ...webhook }: WebhookItem) {
  return {
    ...webhook,
    ...(Object.values(filters).some(({ length }) => length > 0) && { filters }),
    ...(include.length > 0 && { include }),
    ...(headers.length > 0 && { headers }),
  };
}

/** The write's condition enforces the limit, even for concurrent requests. */
function countWebhook(workspaceId: string): Update {
  return {
    update: webhookCountKey(workspaceId),
    add: { webhooks: 1, changes: 1 },
    if: [{ webhooks: 'absent' }, { webhooks: { below: webhooksMax } }],
    otherwise: () => invalidField('', 'count', `a workspace has at most ${webhooksMax} webhooks`),
  };
}

/** Counts a creation in its day, even if the webhook is deleted. */
function creationUpdate(workspaceId: string, now: number): Update {
  const message = `a workspace creates at most ${createdPerDayMax} webhooks in a day`;

  return periodLimitUpdate(
    {
      partition: webhookCountKey(workspaceId).pk,
      per: 'day',
      counter: 'created',
      limit: createdPerDayMax,
      message,
    },
    now,
  );
}

/** State that deliveries recorded about the URL; removed when the URL changes. */
const urlStateAttributes = ['doubleRejections', 'fallbackPausedUntil', 'slowUntil'];

/**
 * Merges a patch into a webhook. The caller is the creator of another URL. Writes nothing if no value changes. The delivery status and the secrets stay: only a
 * delivery shows whether a new URL works.
 * @throws Problem 403 if an API key with an expiry changes what is sent, or where; 404; 422 for a URL that must not receive events,
 * or for another server without a decision about the headers
 */
export async function planWebhookUpdate(
  { table, now, vault, loopback }: WebhookServices,
  caller: Creator,
  webhookId: string,
  patch: WebhookPatch,
): Promise<Change<Webhook>> {
  if (directingFields.some((field) => patch[field] !== undefined)) requireLastingAccess(caller);
  const { workspaceId, id: changedBy = null } = caller;
  const before = await readWebhook(table, workspaceId, webhookId);
  if (patch.url !== undefined) requirePublicUrl(patch.url, loopback);
  const { filters, headers, ...settings } = patch;
  const merged = mergePatch(before, {
    ...settings,
    ...(filters && { filters: mergePatch(before.filters, filters) }),
  });
  const after = { ...merged, headers: await headersAfter(vault, workspaceId, merged, before, headers) };
  const { set } = attributeChanges(before, after);
  const at = now();
  // The endpoint's runtime compares it with `If-Match`.
  const basedOn = before.updatedAt;
  if (Object.keys(set).length === 0) return { writes: [], basedOn, result: presentWebhook(before, at) };
  const updatedAt = timestampAfter(before.updatedAt, at);
  const isRedirected = after.url !== before.url;
  const creator = isRedirected ? { createdBy: changedBy } : {};

  return {
    writes: [
      webhookUpdate(workspaceId, before, {
        set: { ...set, ...creator, updatedAt },
        ...(isRedirected && { remove: urlStateAttributes }),
      }),
      ...(isRedirected ? [authorityChange(workspaceId)] : []),
    ],
    basedOn,
    before,
    result: presentWebhook({ ...after, ...creator, updatedAt }, at),
  };
}

/**
 * Stored headers may have credentials for their server, so they are never sent to another one: the request must state them again
 * or clear them. @throws Problem 422
 */
async function headersAfter(
  vault: Vault,
  workspaceId: string,
  webhook: WebhookItem,
  before: WebhookItem,
  headers: CustomHeaders | undefined,
): Promise<WebhookItem['headers']> {
  if (headers) return sealHeaders(vault, { workspaceId, webhook }, headers);
  if (before.headers.length > 0 && maskedUrl(webhook.url) !== maskedUrl(before.url)) {
    const message =
      'must be set, or null to clear them, because url changes to another server and the headers may have credentials';
    throw invalidField('headers', 'state', message);
  }

  return before.headers;
}

/** @throws Problem 422 for a URL that must not receive events */
function requirePublicUrl(url: string, loopback: Loopback): void {
  const checked = checkPublicUrl(url, { loopback });
  if (!checked.ok) throw invalidField('url', 'public_address', checked.reason);
}
