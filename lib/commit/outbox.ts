import { outboxPartition, outboxShards } from '#lib/commit/items.ts';
import { setAsideQuery } from '#lib/commit/set-aside.ts';
import type { Item, Query, Table } from '#lib/storage/table.ts';

/** Reads the oldest outbox items of every shard: one page each. */
export function readOutbox(
  table: Table,
  query: Pick<Query, 'sk' | 'limit'>,
): Promise<{ readonly items: Item[]; readonly hasMore: boolean }[]> {
  return Promise.all(
    Array.from({ length: outboxShards }, (_, shard) => table.query({ ...query, pk: outboxPartition(shard) })),
  );
}

/** Outbox items that are read of each shard. */
const readMax = 100;

/**
 * Whether the workspace may have events that are not counted yet. Also true when the outbox is too long to check completely.
 */
export async function hasUnpublished(table: Table, workspaceId: string): Promise<boolean> {
  const pages = await readOutbox(table, { limit: readMax });
  const isInOutbox = pages.some(
    ({ items, hasMore }) => hasMore || items.some((item) => item['workspaceId'] === workspaceId),
  );
  // Read after the outbox, because records move from the outbox to the records that were set aside.
  return isInOutbox || (await table.query(setAsideQuery(workspaceId))).items.length > 0;
}
