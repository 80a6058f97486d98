import * as z from 'zod/mini';
import { audienceSchema } from '#lib/campaigns/state/settings.ts';
import { type Audience, audienceReaders } from '#lib/contacts/audience.ts';
import { type ContactStatus, contactStatuses } from '#lib/contacts/contact.ts';
import { listImportContacts } from '#lib/contacts/import/contacts.ts';
import { type ContactFilters, contactFilterRules, contactFilters } from '#lib/contacts/list-filters.ts';
import { contactReader, isSearch, type ListReader, searchReaders } from '#lib/contacts/readers.ts';
import { jsonText } from '#lib/http/json.ts';
import { pageRecordsMax } from '#lib/jobs/record-pages.ts';
import type { Services } from '#lib/runtime/services.ts';
import { readTotals } from '#lib/statistics/totals.ts';
import { readMerged, sortKeyOf } from '#lib/storage/merged-query.ts';
import type { Table } from '#lib/storage/table.ts';

/** Maximum contacts that one request reads. */
export const countedMax = 10_000;
const contactsPerRead = 1000;
/** Records of an import that one request reads. A chunk of new contacts has about 24 rows. */
const countedRecordsMax = countedMax / 20;

/** Filters of the list of contacts, or an audience as JSON. */
export const ContactCountQuery = z
  .strictObject({ ...contactFilters, audience: z.optional(jsonText(audienceSchema)) })
  .check(
    ...contactFilterRules(),
    z.refine(({ audience, ...filters }) => audience === undefined || Object.keys(filters).length === 0, {
      path: ['audience'],
      message: 'is not accepted together with filters',
    }),
  );

export const ContactCount = z.strictObject({
  count: z.int(),
  active: z.int(),
  isExact: z.boolean(),
  limit: z.int(),
});
export type ContactCount = z.infer<typeof ContactCount>;

type CountRequest = ContactFilters & { readonly audience?: Audience | undefined };

/**
 * Counts the contacts of a list or an audience: at most `countedMax` contacts are read. The numbers of a status and of the
 * workspace are read from its counters if they are larger.
 */
export async function countMatchingContacts(
  { table }: Pick<Services, 'table'>,
  workspaceId: string,
  request: CountRequest,
): Promise<ContactCount> {
  const total = await readTotal(table, workspaceId, request);
  if (total && total.count > countedMax) return total;
  const { importId } = request;
  if (importId !== undefined) return countImport(table, workspaceId, { ...request, importId });

  return countWithReaders(table, readersOf(table, workspaceId, request));
}

/** The counters have the numbers by status only. They follow a change within seconds, so small numbers are counted. */
async function readTotal(
  table: Table,
  workspaceId: string,
  { status, ...others }: CountRequest,
): Promise<ContactCount | undefined> {
  if (Object.keys(others).length > 0) return undefined;
  const countByStatus = await readTotals(table, workspaceId);
  const counts = countByStatus('contacts', status === undefined ? contactStatuses : [status]);
  const count = Object.values(counts).reduce((sum, each) => sum + each, 0);

  return { count, active: counts.active ?? 0, isExact: true, limit: countedMax };
}

interface CountedContact {
  readonly id: string;
  readonly status: ContactStatus;
}

function readersOf(
  table: Table,
  workspaceId: string,
  { audience, ...filters }: CountRequest,
): readonly ListReader<CountedContact>[] {
  if (audience) return audienceReaders(table, workspaceId, audience);
  const { search } = filters;
  if (search === undefined || !isSearch(filters)) return [contactReader(table, workspaceId, filters)];
  const { byAddress, byName } = searchReaders(table, workspaceId, { ...filters, search });

  return [byAddress, byName].flatMap((reader) => reader ?? []);
}

/** Reads one item more than `countedMax`, to detect whether the count is exact. */
async function countWithReaders(
  table: Table,
  readers: readonly ListReader<CountedContact>[],
): Promise<ContactCount> {
  // A contact may be on several lists.
  const statuses = new Map<string, ContactStatus>();
  let remaining = countedMax + 1;
  for (const { source, read } of readers) {
    for (let position: string | undefined; remaining > 0; ) {
      const size = Math.min(contactsPerRead, remaining);
      const items = await readMerged(table, source, position, size);
      for (const contact of await read(items)) if (contact) statuses.set(contact.id, contact.status);
      remaining -= items.length;
      const last = items.at(-1);
      if (items.length < size || !last) break;
      position = sortKeyOf(source, last);
    }
  }

  return countOf(statuses, remaining > 0);
}

/** Reads as many pages as have `countedMax` contacts. */
async function countImport(
  table: Table,
  workspaceId: string,
  filters: ContactFilters & { readonly importId: string },
): Promise<ContactCount> {
  const statuses = new Map<string, ContactStatus>();
  let cursor: string | undefined;
  for (let records = 0; records < countedRecordsMax; records += pageRecordsMax) {
    const request = { ...filters, limit: contactsPerRead, cursor };
    const { data, nextCursor } = await listImportContacts(table, workspaceId, request);
    for (const { id, status } of data) statuses.set(id, status);
    if (nextCursor === null) return countOf(statuses, true);
    cursor = nextCursor;
  }

  return countOf(statuses, false);
}

/** @param statuses the statuses of the counted contacts by id */
function countOf(statuses: ReadonlyMap<string, ContactStatus>, isExact: boolean): ContactCount {
  const active = [...statuses.values()].filter((status) => status === 'active').length;

  return {
    count: Math.min(statuses.size, countedMax),
    active: Math.min(active, countedMax),
    isExact,
    limit: countedMax,
  };
}
