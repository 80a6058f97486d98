import type { BulkJobItem, BulkOutcome, ContactResult } from '#lib/bulk-jobs/bulk-job.ts';
import { toOutcomes } from '#lib/bulk-jobs/items.ts';
import { findBulkJob } from '#lib/bulk-jobs/read.ts';
import { readContactNames } from '#lib/contacts/contacts.ts';
import { cursorFor, type Page, type PageRequest, positionOf } from '#lib/http/page.ts';
import { recordsQuery } from '#lib/jobs/pages.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item, Table } from '#lib/storage/table.ts';
import { notFound } from '#lib/values/problem.ts';

/** Records per query. A record has the outcomes of up to 45 contacts. */
const recordsPerQuery = 4;
/** Records after which a request stops reading. With a filter, a page may be shorter than its limit and not be the last. */
const recordsMax = 20;

type ItemsRequest = PageRequest & { readonly outcome?: BulkOutcome | undefined };

/**
 * A page of results with the contacts that still exist.
 * @throws Problem 404, or 422 for an invalid cursor
 */
export async function listBulkJobItems(
  { table }: Services,
  workspaceId: string,
  jobId: string,
  request: ItemsRequest,
): Promise<Page<BulkJobItem>> {
  const { data, ...page } = await listResults(table, workspaceId, jobId, request);
  const ids = data.map(({ contactId }) => contactId);
  const names = await readContactNames(table, workspaceId, ids);

  return { ...page, data: data.map((item) => ({ ...item, contact: names.get(item.contactId) ?? null })) };
}

/**
 * The outcomes of a job in the order of its selection. The cost of a page does not depend on the size of the job.
 * @throws Problem 404, or 422 for an invalid cursor
 */
async function listResults(
  table: Table,
  workspaceId: string,
  jobId: string,
  { limit, cursor, outcome }: ItemsRequest,
): Promise<Page<ContactResult>> {
  const job = await findBulkJob(table, workspaceId, jobId);
  if (!job) throw notFound();
  const list = JSON.stringify([workspaceId, jobId, outcome]);
  const data: ContactResult[] = [];
  /** @param next position of the first item of the next page; undefined on the last page */
  const pageUntil = (next: string | undefined): Page<ContactResult> => ({
    data,
    nextCursor: next === undefined ? null : cursorFor(next, list),
    hasMore: next !== undefined,
  });

  // A position is `<sort key of a record>|<index within the record>`.
  let [key, index = '0'] = positionOf(cursor, list)?.split('|') ?? [];
  for (let recordCount = 0; recordCount < recordsMax; ) {
    const { items: records, hasMore } = await table.query(recordsQuery(job, key, recordsPerQuery));
    for (const { position, item } of records.flatMap(positionedItems).slice(Number(index))) {
      if (outcome !== undefined && item.outcome !== outcome) continue;
      if (data.length === limit) return pageUntil(position);
      data.push(item);
    }
    if (!hasMore) return pageUntil(undefined);
    recordCount += records.length;
    // The key of a query is inclusive. `~` sorts after digits, so the next query begins after the last record.
    [key, index] = [`${records.at(-1)?.sk}~`, '0'];
  }

  return pageUntil(`${key}|${index}`);
}

function positionedItems(record: Item) {
  return toOutcomes(record).map((item, index) => ({ position: `${record.sk}|${index}`, item }));
}
