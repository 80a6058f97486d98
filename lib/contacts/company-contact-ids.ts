import { contactsByCompany } from '#lib/contacts/items.ts';
import { readMerged } from '#lib/storage/merged-query.ts';
import type { Table } from '#lib/storage/table.ts';

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

  // The index has only keys; its sort key is the id.
  return entries.map((entry) => String(entry['gsi4sk']));
}
