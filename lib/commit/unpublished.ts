import { readOutbox } from '#lib/commit/outbox.ts';
import { asideOf } from '#lib/commit/set-aside.ts';
import type { Table } from '#lib/storage/table.ts';

const lookMax = 100;

/**
 * Whether something that happened in a workspace may not have been counted yet. So much may wait that nobody can tell
 * soon whose it is; then it is said to be so.
 */
export async function hasUnpublished(table: Table, workspaceId: string): Promise<boolean> {
  const [aside, pages] = await Promise.all([
    table.query(asideOf(workspaceId)),
    readOutbox(table, { limit: lookMax, consistent: true }),
  ]);
  if (aside.items.length > 0) return true;

  return pages.some(({ items, more }) => more || items.some((item) => item['workspaceId'] === workspaceId));
}
