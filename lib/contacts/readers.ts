import { findOutline } from '#lib/campaigns/enrolment/outline.ts';
import type { Contact, ListedContact } from '#lib/contacts/contact.ts';
import { readContactsById } from '#lib/contacts/contacts.ts';
import { contactExternalIdKey, toExternalIdOwner } from '#lib/contacts/external-ids/claim.ts';
import {
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
  type ContactSort,
  creationBounds,
  matchesAddress,
  matchesContactFilters,
} from '#lib/contacts/list-filters.ts';
import { campaignExecutionsQuery, readExecutionsByContact } from '#lib/executions/executions.ts';
import { presentExecution } from '#lib/executions/present.ts';
import { type MergedQuery, sortKeyOf } from '#lib/storage/merged-query.ts';
import type { Item, Table } from '#lib/storage/table.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

/** The items that a list reads, and the elements that they become: undefined for an item that is not part of the list. */
export interface ListReader<Element> {
  readonly source: MergedQuery;
  readonly read: (items: readonly Item[]) => Promise<(Element | undefined)[]>;
}

type ContactReader = ListReader<ListedContact>;

/** The index or the table partition that a list reads. */
interface ContactSource extends MergedQuery {
  /** The items are entries with the contacts' ids as sort keys. */
  readonly containsKeysOnly?: boolean;
}

/** The most selective filter with an index is queried; the other filters are applied to its items. */
export function contactReader(
  table: Table,
  workspaceId: string,
  filters: ContactFilters,
  sort: ContactSort = 'createdAt',
): ContactReader {
  const { campaignId, externalId } = filters;
  if (externalId !== undefined) return externalIdReader(table, workspaceId, externalId, filters);
  if (sort === 'email')
    return filteredReader(table, workspaceId, contactsByAddressPrefix(workspaceId, ''), filters);

  return campaignId === undefined
    ? filteredReader(table, workspaceId, sourceOf(workspaceId, filters), filters)
    : campaignReader(table, workspaceId, campaignId, filters);
}

const indexedFilters = ['email', 'externalId', 'companyId', 'tag', 'campaignId'] as const;

/** Whether no filter but the search has an index, so that matches by address are read first. */
export function isSearch(filters: ContactFilters): boolean {
  return filters.search !== undefined && indexedFilters.every((name) => filters[name] === undefined);
}

/**
 * The matches of a search by address, in order of addresses, and its matches by name only, newest first. Undefined if there
 * can be none: names do not contain an at sign.
 */
export function searchReaders(
  table: Table,
  workspaceId: string,
  filters: ContactFilters & { readonly search: string },
): { readonly byAddress: ContactReader | undefined; readonly byName: ContactReader | undefined } {
  const prefix = addressPrefix(filters.search);
  const isOther = (contact: Contact) => !matchesAddress(contact, filters.search);
  const addresses = prefix === undefined ? undefined : contactsByAddressPrefix(workspaceId, prefix);
  const names = prefix?.includes('@') ? undefined : sourceOf(workspaceId, filters);

  return {
    byAddress: addresses && filteredReader(table, workspaceId, addresses, filters),
    byName: names && filteredReader(table, workspaceId, names, filters, isOther),
  };
}

/** At most one contact, which is found with strong consistency; all other filters are applied to it. */
function externalIdReader(
  table: Table,
  workspaceId: string,
  externalId: string,
  filters: ContactFilters,
): ContactReader {
  return {
    source: { partitions: [contactExternalIdKey(workspaceId, externalId).pk] },
    read: (claims) =>
      readMatchingContacts(
        table,
        workspaceId,
        claims.flatMap((claim) => toExternalIdOwner(claim) ?? []),
        filters,
      ),
  };
}

/** The contacts of a campaign; all other filters are applied to them. */
function campaignReader(
  table: Table,
  workspaceId: string,
  campaignId: string,
  filters: ContactFilters,
): ContactReader {
  const source = { ...campaignExecutionsQuery(workspaceId, campaignId), ...creationBounds(filters) };

  return {
    source,
    read: (items) =>
      readCampaignContacts(
        table,
        workspaceId,
        items.map((item) => sortKeyOf(source, item)),
        { ...filters, campaignId },
      ),
  };
}

async function readCampaignContacts(
  table: Table,
  workspaceId: string,
  ids: readonly string[],
  { campaignId, executionStatus, ...filters }: ContactFilters & { readonly campaignId: string },
): Promise<(ListedContact | undefined)[]> {
  if (ids.length === 0) return [];
  const [contacts, executions, campaign] = await Promise.all([
    readContactsById(table, workspaceId, ids),
    readExecutionsByContact(table, workspaceId, campaignId, ids),
    findOutline(table, workspaceId, campaignId),
  ]);

  return contacts.map((contact) => {
    const execution = contact && executions.get(contact.id);
    if (!execution || !matchesContactFilters(contact, filters)) return undefined;
    if (executionStatus !== undefined && execution.status !== executionStatus) return undefined;

    return { ...contact, execution: presentExecution(execution, campaign?.steps ?? []) };
  });
}

/** The contacts in the order of the ids; undefined for a contact that does not match. The caller applies the filters of imports. */
export async function readMatchingContacts(
  table: Table,
  workspaceId: string,
  ids: readonly string[],
  filters: ContactFilters,
): Promise<(ListedContact | undefined)[]> {
  const { campaignId } = filters;
  if (campaignId !== undefined)
    return readCampaignContacts(table, workspaceId, ids, { ...filters, campaignId });
  const contacts = await readContactsById(table, workspaceId, ids);

  return contacts.map((contact) =>
    contact && matchesContactFilters(contact, filters) ? contact : undefined,
  );
}

function filteredReader(
  table: Table,
  workspaceId: string,
  { containsKeysOnly, ...source }: ContactSource,
  filters: ContactFilters,
  matches: (contact: Contact) => boolean = () => true,
): ContactReader {
  const read = async (items: readonly Item[]) => {
    const contacts = containsKeysOnly
      ? await readContactsById(
          table,
          workspaceId,
          items.map((item) => sortKeyOf(source, item)),
        )
      : items.map(toContact);

    return contacts.map((contact) =>
      contact && matchesContactFilters(contact, filters) && matches(contact) ? contact : undefined,
    );
  };

  return { source, read };
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
