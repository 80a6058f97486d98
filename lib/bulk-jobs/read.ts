import type { BulkJob } from '#lib/bulk-jobs/bulk-job.ts';
import { bulkIdPrefix, type StoredBulkJob, toStoredBulkJob } from '#lib/bulk-jobs/items.ts';
import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import { findJob, jobList, jobStatusOf } from '#lib/jobs/jobs.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import { notFound } from '#lib/values/problem.ts';

/** @throws Problem 404 */
export async function getBulkJob({ table }: Services, workspaceId: string, jobId: string): Promise<BulkJob> {
  const job = await findBulkJob(table, workspaceId, jobId);
  if (!job) throw notFound();

  return presentBulkJob(job);
}

/** Newest first. */
export function listBulkJobs(
  { table }: Services,
  workspaceId: string,
  request: PageRequest,
): Promise<Page<BulkJob>> {
  return queryPage(table, {
    ...jobList(workspaceId, bulkIdPrefix),
    request,
    read: (items) => items.map(toStoredBulkJob).map(presentBulkJob),
  });
}

export async function findBulkJob(
  table: Table,
  workspaceId: string,
  jobId: string,
): Promise<StoredBulkJob | undefined> {
  const item = await findJob(table, { workspaceId, id: jobId });

  return item && toStoredBulkJob(item);
}

/** The job's representation in the API. */
export function presentBulkJob(job: StoredBulkJob): BulkJob {
  const { id, action, filter, fields, tags, campaignId, failure, selectedAt, contacts } = job;
  const { changed, unchanged, skipped, failed, createdAt, startedAt, endedAt } = job;

  return {
    id,
    action,
    filter: filter ?? null,
    fields: fields ?? null,
    tags: tags ?? null,
    campaignId: campaignId ?? null,
    status: jobStatusOf(job),
    statusReason: failure ?? null,
    contacts: selectedAt === undefined ? null : contacts,
    processed: changed + unchanged + skipped + failed,
    changed,
    unchanged,
    skipped,
    failed,
    createdAt,
    startedAt: startedAt ?? null,
    endedAt: endedAt ?? null,
  };
}
