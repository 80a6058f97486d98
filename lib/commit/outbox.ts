import { outboxPartition, outboxShards } from '#lib/commit/items.ts';
import type { Item, Query, Table } from '#lib/storage/table.ts';

/** Reads the oldest outbox items of every shard: one page each. */
export function readOutbox(
  table: Table,
  query: Pick<Query, 'sk' | 'limit' | 'consistent'>,
): Promise<{ readonly items: Item[]; readonly hasMore: boolean }[]> {
  return Promise.all(
    Array.from({ length: outboxShards }, (_, shard) => table.query({ ...query, pk: outboxPartition(shard) })),
  );
}
