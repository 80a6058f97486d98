import { contactKey } from '#lib/contacts/items.ts';
import { ConditionFailed, type Table } from '#lib/storage/table.ts';

/**
 * Sets `lastContactedAt` of a contact. Has no effect if the contact was deleted, or has a later time. Idempotent. Like
 * `lastRepliedAt` it does not change the version, because no decision depends on it.
 */
export async function recordLastContacted(
  table: Pick<Table, 'update'>,
  workspaceId: string,
  contactId: string,
  lastContactedAt: string,
): Promise<void> {
  try {
    await table.update({
      update: contactKey(workspaceId, contactId),
      set: { lastContactedAt },
      // Either the contact exists and was never contacted, or it has an earlier time.
      if: [{ id: 'present', lastContactedAt: 'absent' }, { lastContactedAt: { below: lastContactedAt } }],
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
