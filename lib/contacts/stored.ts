import { addressClaimKey, toAddressClaim } from '#lib/contacts/addresses/address-items.ts';
import type { AddressClaim, StoredContact } from '#lib/contacts/contact.ts';
import { contactKey, toStoredContact } from '#lib/contacts/items.ts';
import type { Table } from '#lib/storage/table.ts';

/* Strongly consistent reads for plans that are committed conditionally. */

export async function readStoredContact(
  table: Table,
  workspaceId: string,
  contactId: string,
): Promise<StoredContact | undefined> {
  const item = await table.get(contactKey(workspaceId, contactId), { consistent: true });

  return item && toStoredContact(item);
}

/** @param address normalised */
export async function readAddressClaim(
  table: Table,
  workspaceId: string,
  address: string,
): Promise<AddressClaim | undefined> {
  return toAddressClaim(await table.get(addressClaimKey(workspaceId, address), { consistent: true }));
}
