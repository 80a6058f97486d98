import { hasUnpublished } from '#lib/commit/outbox.ts';
import { allCompanies, companyKey } from '#lib/companies/items.ts';
import { correctCounters, findWrongCounters, type WrongCounters } from '#lib/storage/correct-counters.ts';
import { readEachPartition } from '#lib/storage/read-all.ts';
import type { Table } from '#lib/storage/table.ts';

const pageSize = 100;

interface CompanyRecount extends WrongCounters {
  readonly companyId: string;
  readonly isRepaired: boolean;
}

/**
 * Compares each company's `contactCount` with the number of its contacts. With `repair`, wrong counters are corrected.
 * @param countContacts a parameter, because contacts import companies and not the other way round
 * @returns the companies with wrong counters
 */
export async function recountCompanies(
  table: Table,
  workspaceId: string,
  countContacts: (table: Table, workspaceId: string, companyId: string) => Promise<number>,
  repair: boolean,
): Promise<CompanyRecount[]> {
  const found: CompanyRecount[] = [];
  for await (const { gsi1sk } of readEachPartition(table, allCompanies(workspaceId), pageSize)) {
    const companyId = String(gsi1sk);
    const item = await table.get(companyKey(workspaceId, companyId));
    const contactCount = await countContacts(table, workspaceId, companyId);
    const differences = item && findWrongCounters(item, { contactCount });
    // Unpublished increments explain a difference.
    if (!item || !differences || (await hasUnpublished(table, workspaceId))) continue;
    found.push({
      companyId,
      ...differences,
      isRepaired: repair && (await correctCounters(table, item, item, differences)),
    });
  }

  return found;
}
