import { type NewContact, profilePatch, type StoredContact } from '#lib/contacts/contact.ts';
import { isUneditedCell } from '#lib/contacts/import/cells/spreadsheet-cell.ts';
import { CustomFields, Tags } from '#lib/values/profile.ts';

/** The other fields are merged separately, or an import does not change them. */
const copiedFields = new Set(Object.keys(profilePatch));

/**
 * The changes of an existing contact by a row: empty cells change nothing; tags and custom fields are added.
 */
export function importedChanges(before: StoredContact, row: NewContact): Partial<StoredContact> {
  const { customFields } = before;
  const givenFields = Object.entries(row).filter(
    ([name, value]) =>
      copiedFields.has(name) &&
      value !== null &&
      value !== undefined &&
      !isUneditedCell(Reflect.get(before, name), value),
  );
  const newCustomFields = Object.entries(row.customFields).filter(
    ([name, value]) => !isUneditedCell(customFields[name], value),
  );

  return {
    ...Object.fromEntries(givenFields),
    tags: [...new Set([...before.tags, ...row.tags])],
    customFields: { ...customFields, ...Object.fromEntries(newCustomFields) },
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
