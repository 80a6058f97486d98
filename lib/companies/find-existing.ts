import { companyKey } from '#lib/companies/items.ts';
import { lookUpItems, type Table } from '#lib/storage/table.ts';

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
