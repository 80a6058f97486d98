import { apiKeysPartition } from '#lib/api-keys/items.ts';
import { missingItems } from '#lib/storage/compare-tables.ts';
import type { Table } from '#lib/storage/table.ts';

/** The ids of the keys that were revoked in the live table since the time of the restored table. */
export async function listRevokedKeys(restored: Table, live: Table, workspaceId: string): Promise<string[]> {
  const entries = missingItems(restored, live, { pk: apiKeysPartition(workspaceId) });

  return Array.fromAsync(entries, ({ sk }) => sk);
}
