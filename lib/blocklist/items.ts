import * as z from 'zod/mini';
import { BlocklistEntry } from '#lib/blocklist/entry.ts';
import { presentAttributes } from '#lib/storage/item.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import type { Item, Key, Put } from '#lib/storage/table.ts';

/*
 * | access pattern                              | how                                                             |
 * |---------------------------------------------|-----------------------------------------------------------------|
 * | get by id                                   | GetItem W#<workspace>#BLOCKLIST, <id>                            |
 * | list newest first                           | Query the same partition                                        |
 * | list by type, newest first                  | gsi1 W#<workspace>#BLOCKLIST#<type>, by id                        |
 * | by value                                    | gsi2 W#<workspace>#BLOCKLIST_BY_VALUE, by value                   |
 * | is a domain blocked, and by which entry?    | GetItem W#<workspace>#BLOCKED_DOMAIN#<domain>, ENTRY              |
 * | is an address suppressed, and by which?     | its address claim, in lib/contacts/addresses                    |
 *
 * Write limit: 500 entries/s per workspace, because its list is one partition.
 */
const entriesPartition = (workspaceId: string) => `W#${workspaceId}#BLOCKLIST`;

export function entryKey(workspaceId: string, entryId: string): Key {
  return { pk: entriesPartition(workspaceId), sk: entryId };
}

export const allEntries = (workspaceId: string): MergedQuery => ({
  partitions: [entriesPartition(workspaceId)],
});

const typeIndex = (workspaceId: string, type: BlocklistEntry['type']) =>
  `${entriesPartition(workspaceId)}#${type}`;

export const entriesByType = (workspaceId: string, type: BlocklistEntry['type']): MergedQuery => ({
  index: 'gsi1',
  partitions: [typeIndex(workspaceId, type)],
});

const valueIndex = (workspaceId: string) => `W#${workspaceId}#BLOCKLIST_BY_VALUE`;

/** @param value normalised */
export const entriesByValue = (workspaceId: string, value: string): MergedQuery => ({
  index: 'gsi2',
  partitions: [valueIndex(workspaceId)],
  from: value,
  to: value,
});

export function entryPut(workspaceId: string, entry: BlocklistEntry): Put {
  const { id, type, value } = entry;

  return {
    put: {
      ...entryKey(workspaceId, id),
      ...presentAttributes(entry),
      gsi1pk: typeIndex(workspaceId, type),
      gsi1sk: id,
      gsi2pk: valueIndex(workspaceId),
      gsi2sk: value,
    },
    if: { pk: 'absent' },
  };
}

const EntryItem = z.object(BlocklistEntry.shape);

export function toEntry(item: Item): BlocklistEntry {
  return EntryItem.parse(item);
}

/** Key of the item that stores which entry blocks a domain and its sub-domains. */
export function blockedDomainKey(workspaceId: string, domain: string): Key {
  return { pk: `W#${workspaceId}#BLOCKED_DOMAIN#${domain}`, sk: 'ENTRY' };
}

const BlockedDomain = z.object({ entryId: z.string() });

export function toBlockingEntryId(item: Item | undefined): string | undefined {
  return item && BlockedDomain.parse(item).entryId;
}
