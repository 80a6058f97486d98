import { companyKey } from '#lib/companies/items.ts';
import type { Update } from '#lib/storage/table.ts';

/** The update that adds increments to the counters of a company. Publishing applies each increment once. */
export function countCompany(
  workspaceId: string,
  companyId: string,
  added: Readonly<Record<string, number>>,
): Update {
  return { update: companyKey(workspaceId, companyId), add: added };
}
