import { type ContactStatus, contactStatuses } from '#lib/contacts/contact.ts';
import { contactsByCompany, contactsByStatus } from '#lib/contacts/items.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import type { Table } from '#lib/storage/table.ts';

const pageSize = 1000;

/** Counts the contacts of each status by reading all index entries. */
export async function countContacts(
  table: Table,
  workspaceId: string,
): Promise<Record<ContactStatus, number>> {
  const counts = await Promise.all(
    contactStatuses.map(async (status) => [
      status,
      await countIn(table, contactsByStatus(workspaceId, status)),
    ]),
  );

  // Object.fromEntries loses the key type.
  return Object.fromEntries(counts) as Record<ContactStatus, number>;
}

/** Counts a company's contacts by reading all index entries. */
export function countCompanyContacts(table: Table, workspaceId: string, companyId: string): Promise<number> {
  return countIn(table, contactsByCompany(workspaceId, companyId));
}

async function countIn(table: Table, { index, partitions }: MergedQuery): Promise<number> {
  let count = 0;
  for (const pk of partitions) {
    for (let after: string | undefined; ; ) {
      const { items, hasMore } = await table.query({
        ...(index && { index }),
        pk,
        limit: pageSize,
        ...(after !== undefined && { sk: { after } }),
      });
      count += items.length;
      const last = items.at(-1);
      if (!hasMore || !last) break;
      // The sort key attribute is `sk` in the table and `gsi1sk` in the index `gsi1`.
      after = String(last[`${index ?? ''}sk`]);
    }
  }

  return count;
}
