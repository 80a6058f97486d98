import { OutboxItem } from '#lib/commit/outbox-item.ts';
import { outboxPrefix } from '#lib/storage/schema.ts';
import type { Item, Table } from '#lib/storage/table.ts';

/** The whole table, for a simulation that is alone in it. Committed outbox records are added to `committed`. */
export function wholeTable(table: Table, _workspaceId: string, committed: Item[]): Table {
  return {
    ...table,
    async transact(writes) {
      await table.transact(writes);
      for (const write of writes) {
        if ('put' in write && write.put.pk.startsWith(outboxPrefix))
          committed.push(OutboxItem.parse(write.put));
      }
    },
  };
}
