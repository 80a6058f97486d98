import { readOutbox } from '#lib/commit/outbox.ts';
import { setAsideQuery } from '#lib/commit/set-aside.ts';
import type { Table } from '#lib/storage/table.ts';

/** Outbox items that are read of each shard. */
const readMax = 100;

/**
 * Whether the workspace may have events that are not counted yet. Also true when the outbox is too long to check completely.
 */
export async function hasUnpublished(table: Table, workspaceId: string): Promise<boolean> {
  const [setAsideRecords, pages] = await Promise.all([
    table.query(setAsideQuery(workspaceId)),
    readOutbox(table, { limit: readMax, consistent: true }),
  ]);
  if (setAsideRecords.items.length > 0) return true;

  return pages.some(
    ({ items, hasMore }) => hasMore || items.some((item) => item['workspaceId'] === workspaceId),
  );
}
