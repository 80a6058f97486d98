import type { NewContact, StoredContact } from '#lib/contacts/contact.ts';
import { CustomFields, Tags } from '#lib/values/profile.ts';

/** What others see to, and what an address never brings about. */
const notText = new Set(['email', 'tags', 'customFields', 'companyId', 'companyName', 'campaignIds']);

/** What a row that means a contact lets it be: what it says nothing of stays, tags and custom fields are added. */
export function importedChanges(before: StoredContact, row: NewContact): Partial<StoredContact> {
  const text = Object.entries(row).filter(
    ([name, value]) => !notText.has(name) && value !== null && value !== undefined,
  );

  return {
    ...Object.fromEntries(text),
    tags: [...new Set([...before.tags, ...row.tags])],
    customFields: { ...before.customFields, ...row.customFields },
  };
}

/** A contact may have been near the limits before. */
export function faultOf({
  tags,
  customFields,
}: Partial<StoredContact>): { field: string; reason: string } | undefined {
  if (!Tags.safeParse(tags).success) return { field: 'tags', reason: 'the contact would have too many' };
  if (!CustomFields.safeParse(customFields).success)
    return { field: 'customFields', reason: 'the contact would have too many' };

  return undefined;
}
