import type { Table } from '#lib/storage/table.ts';
import type { WebhookItem } from '#lib/webhooks/items.ts';
import { readWebhooks } from '#lib/webhooks/read.ts';

/** A webhook made or removed shows in what is published after this at the latest. Milliseconds. */
const cacheMs = 2000;

const cache = new Map<string, { readonly until: number; readonly webhooks: Promise<WebhookItem[]> }>();

/**
 * The webhooks of a workspace; for those that are disabled, events are held. Kept for two seconds, because every published
 * event asks for them.
 */
export function subscribersOf(table: Table, workspaceId: string, now: number): Promise<WebhookItem[]> {
  const cached = cache.get(workspaceId);
  if (cached && cached.until > now && cached.until <= now + cacheMs) return cached.webhooks;

  const webhooks = readWebhooks(table, workspaceId, { consistent: true });
  cache.set(workspaceId, { until: now + cacheMs, webhooks });
  // A failed read is not kept.
  webhooks.catch(() => cache.delete(workspaceId));

  return webhooks;
}
