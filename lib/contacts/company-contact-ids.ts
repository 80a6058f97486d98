import { contactsByCompany } from '#lib/contacts/items.ts';
import { readMerged } from '#lib/storage/merged-query.ts';
import type { Table } from '#lib/storage/table.ts';

/** The ids of a company's newest contacts, at most `limit`. Eventually consistent. */
export async function readCompanyContactIds(
  table: Table,
  workspaceId: string,
  companyId: string,
  limit: number,
): Promise<string[]> {
  const entries = await readMerged(table, contactsByCompany(workspaceId, companyId), undefined, limit);

  // The index has only keys; its sort key is the id.
  return entries.map((entry) => String(entry['gsi4sk']));
}
