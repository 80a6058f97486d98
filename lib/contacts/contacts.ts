import { readCompanies } from '#lib/companies/read.ts';
import { type Contact, type ContactInclude, ContactName } from '#lib/contacts/contact.ts';
import { contactKey, contactsByCompany, toContact } from '#lib/contacts/items.ts';
import type { Services } from '#lib/runtime/services.ts';
import { readMerged, sortKeyOf } from '#lib/storage/merged-query.ts';
import type { Check, Table } from '#lib/storage/table.ts';
import { notFound } from '#lib/values/problem.ts';

/** @throws Problem 404 */
export async function getContact(
  { table }: Services,
  workspaceId: string,
  contactId: string,
  include?: ContactInclude,
): Promise<Contact> {
  const item = await table.get(contactKey(workspaceId, contactId));
  if (!item) throw notFound();
  const contact = toContact(item);
  const [included = contact] = await includeCompanies(table, workspaceId, [contact], include);

  return included;
}

/** Adds the companies of contacts, which are read together. A deleted company is null. */
export async function includeCompanies<Shown extends Contact>(
  table: Table,
  workspaceId: string,
  contacts: Shown[],
  include: ContactInclude | undefined,
): Promise<Shown[]> {
  if (include === undefined) return contacts;
  const companies = await readCompanies(
    table,
    workspaceId,
    contacts.map(({ companyId }) => companyId),
  );

  return contacts.map((contact) => ({ ...contact, company: companies.get(contact.companyId ?? '') ?? null }));
}

/** The contacts that exist, in the order of the ids. */
export async function readContacts(
  table: Table,
  workspaceId: string,
  contactIds: readonly string[],
): Promise<Contact[]> {
  const contacts = await readContactsById(table, workspaceId, contactIds);

  return contacts.flatMap((contact) => contact ?? []);
}

/** In the order of the ids; undefined for a contact that does not exist. */
export async function readContactsById(
  table: Table,
  workspaceId: string,
  contactIds: readonly string[],
): Promise<(Contact | undefined)[]> {
  const items = await table.getMany(contactIds.map((id) => contactKey(workspaceId, id)));
  const contacts = new Map(items.map(toContact).map((contact) => [contact.id, contact]));

  return contactIds.map((id) => contacts.get(id));
}

/** Names by id. A contact that cannot be read has none, so that a list with names never fails because of it. */
export async function readContactNames(
  table: Table,
  workspaceId: string,
  contactIds: readonly string[],
): Promise<Map<string, ContactName>> {
  const items = await table.getMany(contactIds.map((id) => contactKey(workspaceId, id)));

  return new Map(
    items.flatMap(({ id, email, firstName = null, lastName = null }) => {
      const { data } = ContactName.safeParse({ email, firstName, lastName });

      return data ? [[String(id), data] as const] : [];
    }),
  );
}

/** As `getContact`, but returns undefined for a contact that does not exist. */
export async function findContact(
  table: Table,
  workspaceId: string,
  contactId: string,
): Promise<Contact | undefined> {
  const item = await table.get(contactKey(workspaceId, contactId));

  return item && toContact(item);
}

/**
 * A condition of every enrolment and claim: the contact exists and is not suppressed.
 * @param email address that the email was composed for; the condition fails if the contact's address has changed
 */
export function mustBeMailable(workspaceId: string, contactId: string, email?: string): Check {
  return {
    check: contactKey(workspaceId, contactId),
    if: { status: { is: 'active' }, ...(email !== undefined && { email: { is: email } }) },
  };
}

/** The ids of a company's contacts, sorted, after the id `after`. Eventually consistent. */
export async function readCompanyContactIds(
  table: Table,
  workspaceId: string,
  companyId: string,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const query = { ...contactsByCompany(workspaceId, companyId), ascending: true };
  const entries = await readMerged(table, query, after, limit);

  return entries.map((entry) => sortKeyOf(query, entry));
}
