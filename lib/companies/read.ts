import { presentCompany } from '#lib/companies/companies.ts';
import type { Company } from '#lib/companies/company.ts';
import { companyKey, toStoredCompany } from '#lib/companies/items.ts';
import { lookUpItems, type Table } from '#lib/storage/table.ts';

/** The existing companies by id. Null ids are skipped, and repeated ids are read once. */
export async function readCompanies(
  table: Table,
  workspaceId: string,
  companyIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, Company>> {
  const ids = companyIds.filter((id) => id !== null);
  const found = await lookUpItems(
    table,
    ids.map((id) => companyKey(workspaceId, id)),
  );
  const items = ids.map((id) => found(companyKey(workspaceId, id))).filter((item) => item !== undefined);

  return new Map(items.map((item) => [String(item['id']), presentCompany(toStoredCompany(item))]));
}

/** The existing companies among the given ids, in the order of the ids. Strongly consistent. */
export async function findExistingCompanies(
  table: Table,
  workspaceId: string,
  companyIds: readonly string[],
): Promise<{ readonly id: string }[]> {
  const found = await lookUpItems(
    table,
    companyIds.map((id) => companyKey(workspaceId, id)),
  );

  return companyIds.filter((id) => found(companyKey(workspaceId, id))).map((id) => ({ id }));
}
