import { companyKey } from '#lib/companies/items.ts';
import { lookUp } from '#lib/storage/look-up.ts';
import type { Table } from '#lib/storage/table.ts';

/** The given companies that exist. */
export async function existingCompanies(
  table: Table,
  workspaceId: string,
  companyIds: readonly string[],
): Promise<{ readonly id: string }[]> {
  const found = await lookUp(
    table,
    companyIds.map((id) => companyKey(workspaceId, id)),
  );

  return companyIds.filter((id) => found(companyKey(workspaceId, id))).map((id) => ({ id }));
}
