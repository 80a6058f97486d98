import type { NewEvent } from '#lib/commit/change.ts';
import type { Contact, StoredContact } from '#lib/contacts/contact.ts';
import { presentContact } from '#lib/contacts/items.ts';
import { isSameValue } from '#lib/values/same-value.ts';

/** The `contact.updated` event with the changed fields; empty if no field of the API representation changed. */
export function contactUpdatedEvents(before: StoredContact, changes: Partial<StoredContact>): NewEvent[] {
  const [beforeView, afterView] = [presentContact(before), presentContact({ ...before, ...changes })];
  const fields = Object.keys(afterView) as (keyof Contact)[];
  const changedFields = fields.filter((field) => !isSameValue(afterView[field], beforeView[field]));
  if (changedFields.length === 0) return [];
  const { id: contactId, email } = afterView;

  return [{ type: 'contact.updated', data: { contactId, email, changedFields } }];
}
