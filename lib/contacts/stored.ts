import { addressClaimKey, toAddressClaim } from '#lib/contacts/addresses/address-claim.ts';
import type { AddressClaim, StoredContact } from '#lib/contacts/contact.ts';
import { contactKey, toStoredContact } from '#lib/contacts/items.ts';
import { type Item, lookUpItems, type Table } from '#lib/storage/table.ts';

/* Reads for plans that are committed conditionally. */

export async function readStoredContact(
  table: Table,
  workspaceId: string,
  contactId: string,
): Promise<StoredContact | undefined> {
  const item = await table.get(contactKey(workspaceId, contactId));

  return item && toStoredContact(item);
}

/** Reads contacts in batches. The returned function parses a contact, so that an unreadable item fails alone. */
export async function lookUpContacts(
  table: Table,
  workspaceId: string,
  contactIds: readonly string[],
): Promise<(contactId: string) => StoredContact | undefined> {
  const lookUp = await lookUpItems(
    table,
    contactIds.map((id) => contactKey(workspaceId, id)),
  );

  return (contactId) => {
    const item = lookUp(contactKey(workspaceId, contactId));

    return item && toStoredContact(item);
  };
}

/** All items of a contact, such as its executions. @param after sort key of the last item that was read, or empty */
export function readContactPartition(
  table: Table,
  workspaceId: string,
  contactId: string,
  after: string,
  limit: number,
): Promise<{ readonly items: Item[]; readonly hasMore: boolean }> {
  const { pk } = contactKey(workspaceId, contactId);

  return table.query({ pk, limit, ...(after && { sk: { after } }) });
}

/** Whether an item of a contact's partition is the contact itself, which has the same sort key for all ids. */
export const isContactItem = ({ sk }: Item): boolean => sk === contactKey('', '').sk;

/** @param address normalised */
export async function readAddressClaim(
  table: Table,
  workspaceId: string,
  address: string,
): Promise<AddressClaim | undefined> {
  return toAddressClaim(await table.get(addressClaimKey(workspaceId, address)));
}
