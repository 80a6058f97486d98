import { companyKey } from '#lib/companies/items.ts';
import type { Update } from '#lib/storage/table.ts';

/** Part of publishing, so that each contact is counted once. */
export function countCompany(
  workspaceId: string,
  companyId: string,
  added: Readonly<Record<string, number>>,
): Update {
  return { update: companyKey(workspaceId, companyId), add: added };
}
