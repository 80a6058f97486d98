import type { ListedContact } from '#lib/contacts/contact.ts';
import { type ChunkOutcome, toChunkOutcome } from '#lib/contacts/import/items.ts';
import type { ContactFilters, ImportResult } from '#lib/contacts/list-filters.ts';
import { readMatchingContacts } from '#lib/contacts/readers.ts';
import type { Page, PageRequest } from '#lib/http/page.ts';
import { pageOfRecords } from '#lib/jobs/record-pages.ts';
import type { Item, Table } from '#lib/storage/table.ts';

type ImportContactsRequest = PageRequest & ContactFilters & { readonly importId: string };

/**
 * The contacts of the rows of an import, in the order of the file, from the records of its chunks. Deleted contacts are omitted. Empty
 * for an unknown import, and when the records have expired with the report.
 */
export function listImportContacts(
  table: Table,
  workspaceId: string,
  { limit, cursor, ...filters }: ImportContactsRequest,
): Promise<Page<ListedContact>> {
  const { importId, importResult } = filters;
  const list = JSON.stringify([workspaceId, 'import', filters]);
  const read = async (records: readonly Item[]) => {
    const idsOfRecords = records.map(toChunkOutcome).map((outcome) => contactIdsOf(outcome, importResult));
    const contacts = await readMatchingContacts(table, workspaceId, idsOfRecords.flat(), filters);

    return idsOfRecords.map((ids) => contacts.splice(0, ids.length));
  };

  return pageOfRecords(table, { workspaceId, id: importId }, { limit, cursor }, list, read);
}

const contactIdsOf = (outcome: ChunkOutcome, result: ImportResult | undefined): readonly string[] =>
  result ? outcome[result] : [...outcome.created, ...outcome.updated, ...outcome.skipped];
