import { blockedDomainKey, entryKey, toBlockingEntryId, toEntry } from '#lib/blocklist/items.ts';
import { coveringDomains } from '#lib/blocklist/value.ts';
import type { NewEvent } from '#lib/commit/change.ts';
import type { StoredContact } from '#lib/contacts/contact.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import {
  type ItemLookup,
  type Key,
  lookUpItems,
  type Table,
  type Update,
  type Write,
} from '#lib/storage/table.ts';

/** Keys to read to determine whether a domain is blocked. */
export function coverageKeys(workspaceId: string, domain: string): Key[] {
  return coveringDomains(domain).map((level) => blockedDomainKey(workspaceId, level));
}

/** The entry that blocks a domain; the most specific one if there are several. */
export function findCoveringEntryId(
  workspaceId: string,
  domain: string,
  lookUp: ItemLookup,
): string | undefined {
  return coverageKeys(workspaceId, domain)
    .map((key) => toBlockingEntryId(lookUp(key)))
    .find((entryId) => entryId !== undefined);
}

/**
 * Adds suppressed contacts to an entry's counter. Every transaction that suppresses contacts includes this write: its
 * condition fails if the entry was removed, so no contact stays suppressed without an entry.
 */
export function countSuppressed(workspaceId: string, entryId: string, contacts: number): Update {
  return {
    update: entryKey(workspaceId, entryId),
    add: { contactCount: contacts },
    if: { pk: 'present' },
    otherwise: entryRemoved,
  };
}

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
    if (!entry) throw entryRemoved();

    return { type: 'contact.blocklisted', data: { ...contact, reason: toEntry(entry).reason } };
  });
}

/** Replaces the address of an entry by its erased form, or back. A `note` may name the address, so it is removed. */
export function entryValueUpdate(workspaceId: string, entryId: string, value: string): Update {
  return {
    update: entryKey(workspaceId, entryId),
    set: { value, gsi2sk: value },
    remove: ['note'],
    if: { pk: 'present' },
    otherwise: entryRemoved,
  };
}

/** For the entry of an address that has another entry. */
export function entryRemoval(workspaceId: string, entryId: string): Write {
  return { delete: entryKey(workspaceId, entryId), if: { pk: 'present' }, otherwise: entryRemoved };
}

function entryRemoved(): StaleDecision {
  return new StaleDecision('the blocklist entry was removed concurrently');
}
