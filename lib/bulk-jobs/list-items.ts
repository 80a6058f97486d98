import type { BulkJobItem, BulkOutcome, ContactResult } from '#lib/bulk-jobs/bulk-job.ts';
import { toOutcomes } from '#lib/bulk-jobs/items.ts';
import { findBulkJob } from '#lib/bulk-jobs/read.ts';
import { readContactNames } from '#lib/contacts/contacts.ts';
import type { Page, PageRequest } from '#lib/http/page.ts';
import { pageOfRecords } from '#lib/jobs/record-pages.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import { notFound } from '#lib/values/problem.ts';

type ItemsRequest = PageRequest & { readonly outcome?: BulkOutcome | undefined };

/**
 * A page of results in the order of the selection, with the contacts that still exist.
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

/** @throws Problem 404, or 422 for an invalid cursor */
async function listResults(
  table: Table,
  workspaceId: string,
  jobId: string,
  { outcome, ...request }: ItemsRequest,
): Promise<Page<ContactResult>> {
  const job = await findBulkJob(table, workspaceId, jobId);
  if (!job) throw notFound();
  const isListed = (item: ContactResult) => outcome === undefined || item.outcome === outcome;
  const list = JSON.stringify([workspaceId, jobId, outcome]);

  return pageOfRecords(table, job, request, list, async (records) =>
    records.map((record) => toOutcomes(record).map((item) => (isListed(item) ? item : undefined))),
  );
}
