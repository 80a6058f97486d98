import { entryKey, toEntry } from '#lib/blocklist/items.ts';
import type { NewEvent } from '#lib/commit/new-event.ts';
import type { StoredContact } from '#lib/contacts/contact.ts';
import { Stale } from '#lib/runtime/stale.ts';
import { lookUp } from '#lib/storage/look-up.ts';
import type { Table } from '#lib/storage/table.ts';

/** `contact.blocklisted` for those new contacts that a blocklist entry suppresses. Reads nothing if there are none. */
export async function blocklistedEvents(
  table: Table,
  workspaceId: string,
  contacts: readonly StoredContact[],
): Promise<NewEvent[]> {
  const suppressed = contacts.flatMap(({ id: contactId, email, blocklistEntryId }) =>
    blocklistEntryId === undefined ? [] : [{ contactId, email, blocklistEntryId }],
  );
  if (suppressed.length === 0) return [];
  const found = await lookUp(
    table,
    suppressed.map(({ blocklistEntryId }) => entryKey(workspaceId, blocklistEntryId)),
  );

  return suppressed.map((contact) => {
    const entry = found(entryKey(workspaceId, contact.blocklistEntryId));
    if (!entry) throw new Stale('the blocklist entry is gone');

    return { type: 'contact.blocklisted', data: { ...contact, reason: toEntry(entry).reason } };
  });
}
