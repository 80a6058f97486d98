import { contactKey } from '#lib/contacts/items.ts';
import { type Table, type Update, updateIf } from '#lib/storage/table.ts';

/* These times do not change the version of a contact: no decision depends on them, so concurrent updates need no retry. */

/** Sets `lastContactedAt` of a contact. Has no effect if the contact was deleted, or has a later time. Idempotent. */
export async function recordLastContacted(
  table: Table,
  workspaceId: string,
  contactId: string,
  lastContactedAt: string,
): Promise<void> {
  await updateIf(table, {
    update: contactKey(workspaceId, contactId),
    set: { lastContactedAt },
    // Either the contact exists and was never contacted, or it has an earlier time.
    if: [{ id: 'present', lastContactedAt: 'absent' }, { lastContactedAt: { below: lastContactedAt } }],
  });
}

/**
 * Sets `lastRepliedAt`. If the contact was deleted since it was read, the commit throws TransactionRefused, because the update
 * would create an incomplete contact.
 */
export function lastRepliedAtWrite(workspaceId: string, contactId: string, lastRepliedAt: string): Update {
  return { update: contactKey(workspaceId, contactId), set: { lastRepliedAt }, if: { id: 'present' } };
}
