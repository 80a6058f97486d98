import type { Contact } from '#lib/contacts/contact.ts';
import { normaliseEmail } from '#lib/contacts/email-address.ts';
import {
  contactKey,
  contactsByAddress,
  contactsByAddressPrefix,
  contactsByCompany,
  contactsByStatus,
  contactsByTag,
  toContact,
} from '#lib/contacts/items.ts';
import { addressPrefix, type ContactFilters, hasAddressLike, passes } from '#lib/contacts/list-filters.ts';
import { cursorFor, positionOf } from '#lib/http/cursor.ts';
import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import { ulidTime } from '#lib/runtime/ids.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type MergedQuery, sortKeyOf } from '#lib/storage/merge.ts';
import type { Item, Table } from '#lib/storage/table.ts';

type ContactListRequest = PageRequest & ContactFilters;

/** Where contacts are read from. */
interface Source extends MergedQuery {
  /** The items are entries whose sort keys are the contacts' ids. */
  readonly isOfKeys?: boolean;
}

/**
 * Newest first; by the most selective filter that has an index, the others being applied to what that holds. A search
 * of its own shows first whose address begins with the text, in order of addresses, then whose name does.
 */
export function listContacts(
  { table }: Pick<Services, 'table'>,
  workspaceId: string,
  request: ContactListRequest,
): Promise<Page<Contact>> {
  const { search, email, companyId, tag } = request;
  const isSearch = search !== undefined && [email, companyId, tag].every((filter) => filter === undefined);
  if (isSearch) return searchContacts(table, workspaceId, { ...request, search });

  return readPage(table, workspaceId, sourceOf(workspaceId, request), request);
}

function sourceOf(workspaceId: string, filters: ContactFilters): Source {
  const { email, companyId, tag, status, createdAfter, createdBefore } = filters;
  if (email !== undefined) return contactsByAddress(workspaceId, normaliseEmail(email));
  const bounds = {
    from: createdAfter && `con_${ulidTime(Date.parse(createdAfter) + 1)}`,
    to: createdBefore && `con_${ulidTime(Date.parse(createdBefore))}`,
  };
  if (companyId !== undefined) {
    return { ...contactsByCompany(workspaceId, companyId), ...bounds, isOfKeys: true };
  }
  if (tag !== undefined) return { ...contactsByTag(workspaceId, tag), ...bounds, isOfKeys: true };

  return { ...contactsByStatus(workspaceId, status), ...bounds };
}

function readPage(
  table: Table,
  workspaceId: string,
  { isOfKeys, ...source }: Source,
  request: ContactListRequest,
  belongs: (contact: Contact) => boolean = () => true,
): Promise<Page<Contact>> {
  const read = async (items: readonly Item[]) => {
    const contacts = isOfKeys
      ? await readByIds(
          table,
          workspaceId,
          items.map((item) => sortKeyOf(source, item)),
        )
      : items.map(toContact);

    return contacts.map((contact) =>
      contact && passes(contact, request) && belongs(contact) ? contact : undefined,
    );
  };

  return queryPage(table, { ...source, request, read });
}

/** In the order of the ids; undefined for a contact that is gone. */
async function readByIds(
  table: Table,
  workspaceId: string,
  ids: readonly string[],
): Promise<(Contact | undefined)[]> {
  if (ids.length === 0) return [];
  const items = await table.getMany(ids.map((id) => contactKey(workspaceId, id)));
  const contacts = new Map(items.map(toContact).map((contact) => [contact.id, contact]));

  return ids.map((id) => contacts.get(id));
}

/** A cursor of a search says which half of it goes on, and where: `a` addresses, `n` names. */
async function searchContacts(
  table: Table,
  workspaceId: string,
  { cursor, ...request }: ContactListRequest & { readonly search: string },
): Promise<Page<Contact>> {
  const { limit, ...filters } = request;
  const list = JSON.stringify([workspaceId, 'search', filters]);
  const place = positionOf(cursor, list) ?? 'a';
  const [half, inner] = [place.charAt(0), place.slice(1) || undefined];
  const pageOf = (data: Contact[], next: string | null): Page<Contact> => ({
    data,
    nextCursor: next && cursorFor(next, list),
    hasMore: next !== null,
  });

  const prefix = addressPrefix(request.search);
  let found: Contact[] = [];
  if (half === 'a' && prefix !== undefined) {
    const source = contactsByAddressPrefix(workspaceId, prefix);
    const page = await readPage(table, workspaceId, source, { ...request, cursor: inner });
    if (page.nextCursor !== null) return pageOf(page.data, `a${page.nextCursor}`);
    // No name has an at sign; whoever types one looks for an address.
    if (prefix.includes('@')) return pageOf(page.data, null);
    if (page.data.length === limit) return pageOf(page.data, 'n');
    found = page.data;
  }
  const page = await readPage(
    table,
    workspaceId,
    sourceOf(workspaceId, request),
    { ...request, limit: limit - found.length, cursor: half === 'n' ? inner : undefined },
    (contact) => !hasAddressLike(contact, request.search),
  );

  return pageOf([...found, ...page.data], page.nextCursor && `n${page.nextCursor}`);
}
