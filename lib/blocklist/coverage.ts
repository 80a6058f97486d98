import { blockedDomainKey, entryKey, toBlockingEntryId } from '#lib/blocklist/items.ts';
import { levelsOf } from '#lib/blocklist/value.ts';
import { Stale } from '#lib/runtime/stale.ts';
import type { Found } from '#lib/storage/look-up.ts';
import type { Key, Update } from '#lib/storage/table.ts';

/** What must be looked up to tell whether a domain is blocked. */
export function coverageKeys(workspaceId: string, domain: string): Key[] {
  return levelsOf(domain).map((level) => blockedDomainKey(workspaceId, level));
}

/** The entry that blocks a domain, the closest one where there are several. */
export function coveringEntryId(workspaceId: string, domain: string, found: Found): string | undefined {
  return coverageKeys(workspaceId, domain)
    .map((key) => toBlockingEntryId(found(key)))
    .find((entryId) => entryId !== undefined);
}

/**
 * Part of every transaction that suppresses contacts by an entry: the entry counts them, and must still be there, so
 * that nobody stays suppressed by an entry that was removed meanwhile.
 */
export function countSuppressed(workspaceId: string, entryId: string, contacts: number): Update {
  return {
    update: entryKey(workspaceId, entryId),
    add: { contactCount: contacts },
    if: { pk: 'present' },
    otherwise: () => new Stale('the blocklist entry is gone'),
  };
}
