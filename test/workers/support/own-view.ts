import { OutboxItem } from '#lib/commit/outbox-item.ts';
import { outboxPrefix } from '#lib/storage/outbox.ts';
import type { Item, Query, Table } from '#lib/storage/table.ts';

const sharedItemsMax = 1000;

/** Partitions in which everybody's work lies. */
const isShared = ({ pk }: Query) => pk.startsWith('WORK#') || pk.startsWith(outboxPrefix);
const isOfWebhooks = ({ pk }: Query) => pk.startsWith('WORK#delivery') || pk.startsWith('WORK#webhook');

/**
 * The table as if one workspace were alone in it, so that many may live at the same time, each by a clock of its own: of
 * what they share, it sees what is its own. What it commits for publishing is noted, as the stream would tell of it.
 */
export function ownView(table: Table, workspaceId: string, committed: Item[]): Table {
  const isOwn = (item: Item) => item.pk.includes(workspaceId) || item['workspaceId'] === workspaceId;

  return {
    ...table,
    async query(query) {
      if (!isShared(query)) return table.query(query);
      // Nothing else is made here, so looking for it would only take time.
      if (!isOfWebhooks(query)) return { items: [], more: false };
      const { items } = await table.query({ ...query, limit: sharedItemsMax });

      return { items: items.filter(isOwn).slice(0, query.limit), more: false };
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
