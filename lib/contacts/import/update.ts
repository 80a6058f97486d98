import {
  type AddressClaim,
  type NewContact,
  profilePatch,
  type StoredContact,
} from '#lib/contacts/contact.ts';
import { contactExternalIdKey, toExternalIdOwner } from '#lib/contacts/external-ids/claim.ts';
import { isUneditedCell } from '#lib/contacts/import/cells/spreadsheet-cell.ts';
import type { ItemLookup } from '#lib/storage/table.ts';
import { CustomFields, Tags } from '#lib/values/profile.ts';

/** The other fields are merged separately, or an import does not change them. */
const copiedFields = new Set(['externalId', ...Object.keys(profilePatch)]);

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

interface ImportedRow {
  readonly input: NewContact;
  readonly claim?: AddressClaim | undefined;
  readonly before?: StoredContact | undefined;
}

/**
 * The fault of a row with an external id that another contact or an earlier row of the chunk has; undefined if it has none.
 * @param plannedIds external ids of the rows before, to which the row's id is added
 */
export function findExternalIdFault(
  workspaceId: string,
  { input, claim, before }: ImportedRow,
  lookUp: ItemLookup,
  plannedIds: Set<string>,
): { readonly field: string; readonly reason: string } | undefined {
  const isSkipped = claim?.contactId !== undefined && !before;
  const externalId = before ? importedChanges(before, input).externalId : input.externalId;
  if (isSkipped || !externalId) return undefined;
  const ownerId = toExternalIdOwner(lookUp(contactExternalIdKey(workspaceId, externalId)));
  if (ownerId !== undefined) return { field: 'externalId', reason: `belongs to contact ${ownerId}` };
  if (plannedIds.has(externalId)) return { field: 'externalId', reason: 'occurs in an earlier row' };
  plannedIds.add(externalId);

  return undefined;
}
