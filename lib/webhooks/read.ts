import { mayWrite } from '#lib/http/contract.ts';
import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';
import type { Principal } from '#lib/values/principal.ts';
import { notFound } from '#lib/values/problem.ts';
import { isUpdatedAfter } from '#lib/values/schemas.ts';
import {
  toWebhook,
  type WebhookItem,
  webhookKey,
  webhooksMax,
  webhooksPartition,
} from '#lib/webhooks/items.ts';
import { maskedUrl } from '#lib/webhooks/masked-url.ts';
import { validSecrets } from '#lib/webhooks/secrets.ts';
import { type Webhook, WebhookState } from '#lib/webhooks/webhook.ts';

/** Callers that may not change the webhook get a masked URL. @throws Problem 404 */
export async function getWebhook(
  { table, now }: Services,
  principal: Principal,
  webhookId: string,
): Promise<Webhook> {
  const webhook = await readWebhook(table, principal.workspaceId, webhookId);

  return maskFor(principal, presentWebhook(webhook, now()));
}

/** @throws Problem 404 */
export async function readWebhook(
  table: Table,
  workspaceId: string,
  webhookId: string,
): Promise<WebhookItem> {
  const item = await table.get(webhookKey(workspaceId, webhookId));
  if (!item) throw notFound();

  return toWebhook(item);
}

/** All webhooks of a workspace, in one query. */
export async function readWebhooks(table: Table, workspaceId: string): Promise<WebhookItem[]> {
  const { items } = await table.query({ pk: webhooksPartition(workspaceId), limit: webhooksMax });

  return items.map(toWebhook);
}

/** Number of a workspace's webhooks by status. */
export async function countWebhooks(
  table: Table,
  workspaceId: string,
): Promise<Record<Webhook['status'], number>> {
  const counts = { healthy: 0, failing: 0, disabled: 0 };
  for (const { status } of await readWebhooks(table, workspaceId)) counts[status] += 1;

  return counts;
}

/** A page of the workspace's webhooks, newest first. Callers that may not change webhooks get masked URLs. */
export function listWebhooks(
  { table, now }: Services,
  principal: Principal,
  request: PageRequest & { readonly updatedAfter?: string | undefined },
): Promise<Page<Webhook>> {
  return queryPage(table, {
    partitions: [webhooksPartition(principal.workspaceId)],
    request,
    read: (items) =>
      items
        .map((item) => maskFor(principal, presentWebhook(toWebhook(item), now())))
        .map((webhook) => (isUpdatedAfter(webhook, request) ? webhook : undefined)),
  });
}

function maskFor(principal: Principal, webhook: Webhook): Webhook {
  return mayWrite(principal) ? webhook : { ...webhook, url: maskedUrl(webhook.url) };
}

/**
 * The resource as returned by the API. Fields are listed explicitly, so that secrets and internal attributes are excluded.
 */
export function presentWebhook(item: WebhookItem, now: number): Webhook {
  const { id, createdBy, secretCreatedBy, url, events, description, filters, include, headers } = item;

  return {
    id,
    createdBy,
    secretCreatedBy,
    url,
    events,
    description,
    filters,
    include,
    headerNames: headers.map(({ name }) => name),
    ...WebhookState.parse(item),
    secretRotation: presentRotation(item, now),
    nextAttemptAt: nextAttemptOf(item, now),
    replay: item.replay ?? null,
  };
}

/** Null if only one secret is valid. */
function presentRotation(item: WebhookItem, now: number): Webhook['secretRotation'] {
  const secrets = validSecrets(item, now);
  const [lastAccepted] = secrets;
  const previous = secrets
    .filter(({ name }) => name === 'previous')
    .sort((one, other) => other.expiresAt - one.expiresAt);
  const [last] = previous;
  if (!last) return null;

  return {
    previousExpiresAt: timestamp(last.expiresAt),
    lastAcceptedSecret: lastAccepted.name,
    previousSecrets: previous.map((secret) => ({
      expiresAt: timestamp(secret.expiresAt),
      isLastAccepted: secret === lastAccepted,
    })),
  };
}

/** While failing, the time of the next probe, which may be past; otherwise the earliest known retry in the future. */
function nextAttemptOf({ status, nextAttemptAt }: WebhookItem, now: number): string | null {
  if (nextAttemptAt === undefined || status === 'disabled') return null;

  return status === 'failing' || nextAttemptAt > now ? timestamp(nextAttemptAt) : null;
}
