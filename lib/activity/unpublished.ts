import { outboxPartition, outboxShards } from '#lib/activity/items.ts';
import type { Table } from '#lib/storage/table.ts';

const lookMax = 100;

/**
 * Whether something that happened in a workspace may not have been counted yet. So much may wait that nobody can tell
 * soon whose it is; then it is said to be so.
 */
export async function hasUnpublished(table: Table, workspaceId: string): Promise<boolean> {
  const pages = await Promise.all(
    Array.from({ length: outboxShards }, (_, shard) =>
      table.query({ pk: outboxPartition(shard), limit: lookMax, consistent: true }),
    ),
  );

  return pages.some(({ items, more }) => more || items.some((item) => item['workspaceId'] === workspaceId));
}
