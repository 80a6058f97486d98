import type { BlocklistEntry } from '#lib/blocklist/entry.ts';
import { allEntries, toEntry } from '#lib/blocklist/items.ts';
import { missingItems } from '#lib/storage/compare-tables.ts';
import type { Table } from '#lib/storage/table.ts';

/** The entries of the live table that the restored table does not have. */
export async function* readMissingEntries(
  restored: Table,
  live: Table,
  workspaceId: string,
): AsyncGenerator<BlocklistEntry> {
  for (const pk of allEntries(workspaceId).partitions) {
    for await (const item of missingItems(live, restored, { pk })) yield toEntry(item);
  }
}
