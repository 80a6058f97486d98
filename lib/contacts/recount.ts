import { type ContactStatus, contactStatuses } from '#lib/contacts/contact.ts';
import { contactsByCompany, contactsByStatus } from '#lib/contacts/items.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import { readEachPartition } from '#lib/storage/read-all.ts';
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

async function countIn(table: Table, query: MergedQuery): Promise<number> {
  let count = 0;
  for await (const _ of readEachPartition(table, query, pageSize)) count += 1;

  return count;
}
