import { companyKey } from '#lib/companies/items.ts';
import type { Update } from '#lib/storage/table.ts';

/** Applied by the publisher, which counts each contact once. */
export function countCompany(
  workspaceId: string,
  companyId: string,
  added: Readonly<Record<string, number>>,
): Update {
  return { update: companyKey(workspaceId, companyId), add: added };
}
