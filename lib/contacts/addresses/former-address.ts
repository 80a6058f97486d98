import { contactKey } from '#lib/contacts/items.ts';
import { readItems } from '#lib/storage/read-all.ts';
import type { Put, Table } from '#lib/storage/table.ts';

/*
 * | access pattern                                | how                                                     |
 * |-----------------------------------------------|---------------------------------------------------------|
 * | addresses that a contact had before           | Query W#<workspace>#CONTACT#<id>, FORMER#<address>       |
 *
 * An unsubscribe link applies to the address that received the message, even if the contact's address has changed or the
 * contact was deleted. The items do not expire, because mailboxes keep messages for years.
 */
export const formerAddressPrefix = 'FORMER#';
const pageSize = 500;

/** @param address normalised */
export function formerAddressPut(workspaceId: string, contactId: string, address: string): Put {
  return { put: { pk: contactKey(workspaceId, contactId).pk, sk: `${formerAddressPrefix}${address}` } };
}

/** The former addresses of a contact, normalised, in alphabetical order. */
export async function* readFormerAddresses(
  table: Table,
  workspaceId: string,
  contactId: string,
): AsyncGenerator<string> {
  const { pk } = contactKey(workspaceId, contactId);
  const to = `${formerAddressPrefix}\uffff`;
  const range = { pk, from: formerAddressPrefix, to, limit: pageSize };
  for await (const { sk } of readItems(table, range)) yield sk.slice(formerAddressPrefix.length);
}
