import type { NewContact, StoredContact } from '#lib/contacts/contact.ts';
import { CustomFields, Tags } from '#lib/values/profile.ts';

/** Fields that are merged separately, or that an import does not change. */
const separateFields = new Set(['email', 'tags', 'customFields', 'companyId', 'companyName', 'campaignIds']);

/** The changes of an existing contact by a row: empty cells change nothing; tags and custom fields are added. */
export function importedChanges(before: StoredContact, row: NewContact): Partial<StoredContact> {
  const givenFields = Object.entries(row).filter(
    ([name, value]) => !separateFields.has(name) && value !== null && value !== undefined,
  );

  return {
    ...Object.fromEntries(givenFields),
    tags: [...new Set([...before.tags, ...row.tags])],
    customFields: { ...before.customFields, ...row.customFields },
  };
}

/** The fault if the merged tags or custom fields exceed their limits; undefined if they do not. */
export function findLimitFault({
  tags,
  customFields,
}: Partial<StoredContact>): { field: string; reason: string } | undefined {
  if (!Tags.safeParse(tags).success) return { field: 'tags', reason: 'the contact would have too many' };
  if (!CustomFields.safeParse(customFields).success)
    return { field: 'customFields', reason: 'the contact would have too many' };

  return undefined;
}
