import { readCompanies } from '#lib/companies/read.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import type { MergeCompany } from '#lib/emails/rendering/merge-fields.ts';
import type { Variant } from '#lib/emails/rendering/variant.ts';
import type { Table } from '#lib/storage/table.ts';

/** The contact's company. It is read only if a text may contain a company field. */
export async function companyFor(
  table: Table,
  workspaceId: string,
  { subject, bodyHtml, bodyText }: Pick<Variant, 'subject' | 'bodyHtml' | 'bodyText'>,
  { companyId }: Pick<Contact, 'companyId'>,
): Promise<MergeCompany | undefined> {
  const usesCompany = [subject, bodyHtml, bodyText].some((text) => /company/i.test(text ?? ''));
  if (companyId === null || !usesCompany) return undefined;
  const companies = await readCompanies(table, workspaceId, [companyId]);

  return companies.get(companyId);
}
