import type { BlocklistEntry } from '#lib/blocklist/entry.ts';
import { entryKey, toEntry } from '#lib/blocklist/items.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Table } from '#lib/storage/table.ts';

export async function findEntry(
  table: Table,
  workspaceId: string,
  entryId: string,
): Promise<BlocklistEntry | undefined> {
  const item = await table.get(entryKey(workspaceId, entryId));

  return item && toEntry(item);
}

/** Reads an entry that another item references. @throws StaleDecision if the entry was removed after that item was read */
export async function getEntry(table: Table, workspaceId: string, entryId: string): Promise<BlocklistEntry> {
  const entry = await findEntry(table, workspaceId, entryId);
  if (!entry) throw new StaleDecision('the blocklist entry was removed concurrently');

  return entry;
}
