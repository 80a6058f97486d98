import { contactKey } from '#lib/contacts/items.ts';
import type { Update } from '#lib/storage/table.ts';

/**
 * Sets `lastRepliedAt`. Keeps the version: no decision depends on this time, so concurrent updates need no retry. If the contact
 * was deleted since it was read, the commit throws TransactionRefused, because the update would create an incomplete contact.
 */
export function lastRepliedAtWrite(workspaceId: string, contactId: string, lastRepliedAt: string): Update {
  return {
    update: contactKey(workspaceId, contactId),
    set: { lastRepliedAt },
    if: { id: 'present' },
  };
}
