import { entryKey, toEntry } from '#lib/blocklist/items.ts';
import type { NewEvent } from '#lib/commit/new-event.ts';
import type { StoredContact } from '#lib/contacts/contact.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { lookUpItems, type Table } from '#lib/storage/table.ts';

/** `contact.blocklisted` events of new contacts that are suppressed. Without such contacts, nothing is read. */
export async function blocklistedEvents(
  table: Table,
  workspaceId: string,
  contacts: readonly StoredContact[],
): Promise<NewEvent[]> {
  const suppressed = contacts.flatMap(({ id: contactId, email, blocklistEntryId }) =>
    blocklistEntryId === undefined ? [] : [{ contactId, email, blocklistEntryId }],
  );
  if (suppressed.length === 0) return [];
  const lookUp = await lookUpItems(
    table,
    suppressed.map(({ blocklistEntryId }) => entryKey(workspaceId, blocklistEntryId)),
  );

  return suppressed.map((contact) => {
    const entry = lookUp(entryKey(workspaceId, contact.blocklistEntryId));
    if (!entry) throw new StaleDecision('the blocklist entry was removed concurrently');

    return { type: 'contact.blocklisted', data: { ...contact, reason: toEntry(entry).reason } };
  });
}
