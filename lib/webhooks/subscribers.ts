import type { Table } from '#lib/storage/table.ts';
import { toWebhook, type WebhookItem, webhooksMax, webhooksPartition } from '#lib/webhooks/items.ts';

/** A webhook made or removed shows in what is published after this at the latest. Milliseconds. */
const cacheMs = 2000;

const cache = new Map<string, { readonly until: number; readonly webhooks: Promise<WebhookItem[]> }>();

/** The webhooks of a workspace that take events. Kept for two seconds, because every published event asks for them. */
export function subscribersOf(table: Table, workspaceId: string, now: number): Promise<WebhookItem[]> {
  const cached = cache.get(workspaceId);
  if (cached && cached.until > now && cached.until <= now + cacheMs) return cached.webhooks;

  const webhooks = readSubscribers(table, workspaceId);
  cache.set(workspaceId, { until: now + cacheMs, webhooks });
  // A failed read is not kept.
  webhooks.catch(() => cache.delete(workspaceId));

  return webhooks;
}

async function readSubscribers(table: Table, workspaceId: string): Promise<WebhookItem[]> {
  const { items } = await table.query({
    pk: webhooksPartition(workspaceId),
    limit: webhooksMax,
    consistent: true,
  });

  return items.map(toWebhook).filter(({ status }) => status !== 'disabled');
}
