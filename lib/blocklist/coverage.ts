import { blockedDomainKey, entryKey, toBlockingEntryId } from '#lib/blocklist/items.ts';
import { coveringDomains } from '#lib/blocklist/value.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { ItemLookup, Key, Update } from '#lib/storage/table.ts';

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
    otherwise: () => new StaleDecision('the blocklist entry was removed concurrently'),
  };
}

/** Replaces the address of an entry by its erased form, or back. A `note` may name the address, so it is removed. */
export function entryValueUpdate(workspaceId: string, entryId: string, value: string): Update {
  return {
    update: entryKey(workspaceId, entryId),
    set: { value, gsi2sk: value },
    remove: ['note'],
    if: { pk: 'present' },
    otherwise: () => new StaleDecision('the blocklist entry was removed concurrently'),
  };
}
