import { OutboxItem } from '#lib/commit/outbox-item.ts';
import { outboxPrefix } from '#lib/storage/schema.ts';
import type { Item, Query, Table } from '#lib/storage/table.ts';

const sharedItemsMax = 1000;

/** Partitions that contain the work of all workspaces. */
const isShared = ({ pk }: Query) => pk.startsWith('WORK#') || pk.startsWith(outboxPrefix);
const isOfWebhooks = ({ pk }: Query) => pk.startsWith('WORK#delivery') || pk.startsWith('WORK#webhook');

/**
 * The table as one workspace sees it: in shared partitions it reads only items of this workspace. Simulated workspaces with
 * different clocks can therefore run at the same time. Committed outbox records are added to `committed`.
 */
export function ownView(table: Table, workspaceId: string, committed: Item[]): Table {
  const isOwn = (item: Item) => item.pk.includes(workspaceId) || item['workspaceId'] === workspaceId;

  return {
    ...table,
    async query(query) {
      if (!isShared(query)) return table.query(query);
      // These workspaces have only work of webhooks; other queries would only take time.
      if (!isOfWebhooks(query)) return { items: [], hasMore: false };
      const { items } = await table.query({ ...query, limit: sharedItemsMax });

      return { items: items.filter(isOwn).slice(0, query.limit), hasMore: false };
    },
    async transact(writes) {
      await table.transact(writes);
      for (const write of writes) {
        if ('put' in write && write.put.pk.startsWith(outboxPrefix))
          committed.push(OutboxItem.parse(write.put));
      }
    },
  };
}
