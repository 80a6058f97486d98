import { findOutline } from '#lib/campaigns/enrolment/outline.ts';
import type { Contact, ListedContact } from '#lib/contacts/contact.ts';
import {
  contactKey,
  contactsByAddress,
  contactsByAddressPrefix,
  contactsByCompany,
  contactsByStatus,
  contactsByTag,
  toContact,
} from '#lib/contacts/items.ts';
import {
  addressPrefix,
  type ContactFilters,
  matchesAddress,
  matchesContactFilters,
} from '#lib/contacts/list-filters.ts';
import { campaignExecutionsQuery, readExecutionsByContact } from '#lib/executions/executions.ts';
import { presentExecution } from '#lib/executions/present.ts';
import { cursorFor, type Page, type PageRequest, positionOf, queryPage } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type MergedQuery, sortKeyOf } from '#lib/storage/merged-query.ts';
import type { Item, Table } from '#lib/storage/table.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { ulidTime } from '#lib/values/ids.ts';

type ContactListRequest = PageRequest & ContactFilters;

/** The index or the table partition that a list reads. */
interface ContactSource extends MergedQuery {
  /** The items are entries with the contacts' ids as sort keys. */
  readonly containsKeysOnly?: boolean;
}

/**
 * Newest first. The most selective filter with an index is queried; the other filters are applied to its items. A search
 * without such a filter returns matches by address first, in order of addresses, then matches by name.
 */
export function listContacts(
  { table }: Pick<Services, 'table'>,
  workspaceId: string,
  request: ContactListRequest,
): Promise<Page<ListedContact>> {
  const { search, email, companyId, tag, campaignId } = request;
  if (campaignId !== undefined) return listCampaignContacts(table, workspaceId, { ...request, campaignId });
  const isSearch = search !== undefined && [email, companyId, tag].every((filter) => filter === undefined);
  if (isSearch) return searchContacts(table, workspaceId, { ...request, search });

  return readPage(table, workspaceId, sourceOf(workspaceId, request), request);
}

/** Reads the contacts of a campaign and applies all other filters to them. */
async function listCampaignContacts(
  table: Table,
  workspaceId: string,
  request: ContactListRequest & { readonly campaignId: string },
): Promise<Page<ListedContact>> {
  const { campaignId, executionStatus } = request;
  const campaign = findOutline(table, workspaceId, campaignId);
  const source = { ...campaignExecutionsQuery(workspaceId, campaignId), ...creationBounds(request) };
  const read = async (items: readonly Item[]) => {
    const ids = items.map((item) => sortKeyOf(source, item));
    const [contacts, executions] = await Promise.all([
      readByIds(table, workspaceId, ids),
      readExecutionsByContact(table, workspaceId, campaignId, ids),
    ]);
    const steps = (await campaign)?.steps ?? [];

    return contacts.map((contact) => {
      const execution = contact && executions.get(contact.id);
      if (!execution || !matchesContactFilters(contact, request)) return undefined;
      if (executionStatus !== undefined && execution.status !== executionStatus) return undefined;

      return { ...contact, execution: presentExecution(execution, steps) };
    });
  };
  // Without items, `read` does not await `campaign`, and its rejection would be unhandled.
  const [page] = await Promise.all([queryPage(table, { ...source, request, read }), campaign]);

  return page;
}

/**
 * Bounds of the sort key; both times are exclusive. Ids sort by the time of creation. A bound without a random part sorts before
 * all ids of its millisecond, so `from` is one millisecond later.
 */
function creationBounds({ createdAfter, createdBefore }: ContactFilters): Pick<MergedQuery, 'from' | 'to'> {
  return {
    from: createdAfter && `con_${ulidTime(Date.parse(createdAfter) + 1)}`,
    to: createdBefore && `con_${ulidTime(Date.parse(createdBefore))}`,
  };
}

function sourceOf(workspaceId: string, filters: ContactFilters): ContactSource {
  const { email, companyId, tag, status } = filters;
  if (email !== undefined) return contactsByAddress(workspaceId, normaliseEmail(email));
  const bounds = creationBounds(filters);
  if (companyId !== undefined) {
    return { ...contactsByCompany(workspaceId, companyId), ...bounds, containsKeysOnly: true };
  }
  if (tag !== undefined) return { ...contactsByTag(workspaceId, tag), ...bounds, containsKeysOnly: true };

  return { ...contactsByStatus(workspaceId, status), ...bounds };
}

function readPage(
  table: Table,
  workspaceId: string,
  { containsKeysOnly, ...source }: ContactSource,
  request: ContactListRequest,
  matches: (contact: Contact) => boolean = () => true,
): Promise<Page<Contact>> {
  const read = async (items: readonly Item[]) => {
    const contacts = containsKeysOnly
      ? await readByIds(
          table,
          workspaceId,
          items.map((item) => sortKeyOf(source, item)),
        )
      : items.map(toContact);

    return contacts.map((contact) =>
      contact && matchesContactFilters(contact, request) && matches(contact) ? contact : undefined,
    );
  };

  return queryPage(table, { ...source, request, read });
}

/** In the order of the ids; undefined for a deleted contact. */
async function readByIds(
  table: Table,
  workspaceId: string,
  ids: readonly string[],
): Promise<(Contact | undefined)[]> {
  const items = await table.getMany(ids.map((id) => contactKey(workspaceId, id)));
  const contacts = new Map(items.map(toContact).map((contact) => [contact.id, contact]));

  return ids.map((id) => contacts.get(id));
}

/** A search cursor begins with its phase, `a` for addresses or `n` for names, followed by the position. */
async function searchContacts(
  table: Table,
  workspaceId: string,
  { cursor, ...request }: ContactListRequest & { readonly search: string },
): Promise<Page<Contact>> {
  const { limit, ...filters } = request;
  const list = JSON.stringify([workspaceId, 'search', filters]);
  const position = positionOf(cursor, list) ?? 'a';
  const [phase, phaseCursor] = [position.charAt(0), position.slice(1) || undefined];
  const pageOf = (data: Contact[], next: string | null): Page<Contact> => ({
    data,
    nextCursor: next && cursorFor(next, list),
    hasMore: next !== null,
  });

  const prefix = addressPrefix(request.search);
  let found: Contact[] = [];
  if (phase === 'a' && prefix !== undefined) {
    const source = contactsByAddressPrefix(workspaceId, prefix);
    const page = await readPage(table, workspaceId, source, { ...request, cursor: phaseCursor });
    if (page.nextCursor !== null) return pageOf(page.data, `a${page.nextCursor}`);
    // Names do not contain an at sign.
    if (prefix.includes('@')) return pageOf(page.data, null);
    if (page.data.length === limit) return pageOf(page.data, 'n');
    // All matches by address are read; the rest of the page has matches by name.
    found = page.data;
  }
  const page = await readPage(
    table,
    workspaceId,
    sourceOf(workspaceId, request),
    { ...request, limit: limit - found.length, cursor: phase === 'n' ? phaseCursor : undefined },
    // The first phase has already returned these contacts.
    (contact) => !matchesAddress(contact, request.search),
  );

  return pageOf([...found, ...page.data], page.nextCursor && `n${page.nextCursor}`);
}
