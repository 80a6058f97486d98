import type { ContactInclude, ListedContact } from '#lib/contacts/contact.ts';
import { includeCompanies } from '#lib/contacts/contacts.ts';
import { listImportContacts } from '#lib/contacts/import/contacts.ts';
import type { ContactFilters, ContactSort } from '#lib/contacts/list-filters.ts';
import { contactReader, isSearch, type ListReader, searchReaders } from '#lib/contacts/readers.ts';
import { cursorFor, type Page, type PageRequest, positionOf, queryPage } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';

type ContactListRequest = PageRequest & ContactFilters & { readonly sort?: ContactSort | undefined };

/**
 * By default newest first. The most selective filter with an index is queried; the other filters are applied to its items. A search
 * without such a filter returns matches by address first, in order of addresses, then matches by name. The contacts of an import
 * have the order of its file.
 */
export async function listContacts(
  { table }: Pick<Services, 'table'>,
  workspaceId: string,
  { include, ...request }: ContactListRequest & { readonly include?: ContactInclude | undefined },
): Promise<Page<ListedContact>> {
  const page = await listBy(table, workspaceId, request);

  return { ...page, data: await includeCompanies(table, workspaceId, page.data, include) };
}

function listBy(
  table: Table,
  workspaceId: string,
  request: ContactListRequest,
): Promise<Page<ListedContact>> {
  const { search, importId } = request;
  if (importId !== undefined) return listImportContacts(table, workspaceId, { ...request, importId });
  if (search !== undefined && isSearch(request))
    return searchContacts(table, workspaceId, { ...request, search });

  return readPage(table, contactReader(table, workspaceId, request, request.sort), request);
}

const readPage = (
  table: Table,
  { source, read }: ListReader<ListedContact>,
  request: ContactListRequest,
): Promise<Page<ListedContact>> => queryPage(table, { ...source, request, read });

/** A search cursor begins with its phase, `a` for addresses or `n` for names, followed by the position. */
async function searchContacts(
  table: Table,
  workspaceId: string,
  { cursor, ...request }: ContactListRequest & { readonly search: string },
): Promise<Page<ListedContact>> {
  const { limit, ...filters } = request;
  const list = JSON.stringify([workspaceId, 'search', filters]);
  const position = positionOf(cursor, list) ?? 'a';
  const [phase, phaseCursor] = [position.charAt(0), position.slice(1) || undefined];
  const pageOf = (data: ListedContact[], next: string | null): Page<ListedContact> => ({
    data,
    nextCursor: next && cursorFor(next, list),
    hasMore: next !== null,
  });

  const { byAddress, byName } = searchReaders(table, workspaceId, request);
  let found: ListedContact[] = [];
  if (phase === 'a' && byAddress) {
    const page = await readPage(table, byAddress, { ...request, cursor: phaseCursor });
    if (page.nextCursor !== null) return pageOf(page.data, `a${page.nextCursor}`);
    if (page.data.length === limit && byName) return pageOf(page.data, 'n');
    // All matches by address are read; the rest of the page has matches by name.
    found = page.data;
  }
  if (!byName) return pageOf(found, null);
  const page = await readPage(table, byName, {
    ...request,
    limit: limit - found.length,
    cursor: phase === 'n' ? phaseCursor : undefined,
  });

  return pageOf([...found, ...page.data], page.nextCursor && `n${page.nextCursor}`);
}
