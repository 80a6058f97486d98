import { eventsOf, type Reaction } from '#lib/commit/reaction.ts';
import { contactKey } from '#lib/contacts/items.ts';
import { type Table, type Update, updateIf } from '#lib/storage/table.ts';
import { timeOfId, timestamp } from '#lib/values/ids.ts';

/* These times do not change the version of a contact: no decision depends on them, so concurrent updates need no retry. */

/** Sets `lastContactedAt` of the contacts that received emails. */
export const recordContacted: Reaction = async ({ table }, workspaceId, records) => {
  const latest = new Map(eventsOf(records, 'email.sent').map(({ subjectId, id }) => [subjectId, id]));
  await Promise.all(
    [...latest].map(([contactId, eventId]) =>
      recordLastContacted(table, workspaceId, contactId, timestamp(timeOfId(eventId))),
    ),
  );

  return [];
};

/** Sets `lastContactedAt` of a contact. Has no effect if the contact was deleted, or has a later time. Idempotent. */
async function recordLastContacted(
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
