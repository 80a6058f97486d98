import { presentCompany } from '#lib/companies/companies.ts';
import type { Company } from '#lib/companies/company.ts';
import { companyKey, toStoredCompany } from '#lib/companies/items.ts';
import type { Table } from '#lib/storage/table.ts';

/** The existing companies by id. Null ids are skipped, and repeated ids are read once. */
export async function readCompanies(
  table: Table,
  workspaceId: string,
  companyIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, Company>> {
  const keys = companyIds.filter((id) => id !== null).map((id) => companyKey(workspaceId, id));
  const items = await table.getMany(keys);

  return new Map(items.map((item) => [String(item['id']), presentCompany(toStoredCompany(item))]));
}

/** The existing companies among the given ids, in any order. */
export async function findExistingCompanies(
  table: Table,
  workspaceId: string,
  companyIds: readonly string[],
): Promise<{ readonly id: string }[]> {
  const keys = companyIds.map((id) => companyKey(workspaceId, id));
  const items = await table.getMany(keys);

  return items.map(({ id }) => ({ id: String(id) }));
}
