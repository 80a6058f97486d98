import { type BulkJob, type NewBulkJob, unfinishedJobsMax } from '#lib/bulk-jobs/bulk-job.ts';
import { bulkKind, pageContactsMax, type StoredBulkJob } from '#lib/bulk-jobs/items.ts';
import { presentBulkJob } from '#lib/bulk-jobs/read.ts';
import { readOutlines } from '#lib/campaigns/enrolment/outline.ts';
import type { Change } from '#lib/commit/change.ts';
import { findExistingCompanies } from '#lib/companies/read.ts';
import { jobStart, newJobFields } from '#lib/jobs/jobs.ts';
import { pagePut } from '#lib/jobs/pages.ts';
import { readQueue } from '#lib/jobs/run-queue.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import { invalidField } from '#lib/values/problem.ts';

/**
 * Plans a job with its queue message. The contacts of a filter are selected by a worker; ids are stored with the job.
 * @throws Problem 422 for a campaign or company that does not exist, or if the workspace has too many unfinished jobs
 */
export async function planBulkJob(
  { table, now }: Services,
  workspaceId: string,
  { contactIds, ...definition }: NewBulkJob,
): Promise<Change<BulkJob>> {
  await Promise.all([
    requireTargets(table, workspaceId, definition),
    requireFewerUnfinishedJobs(table, workspaceId),
  ]);
  const at = now();
  const pages = chunksOf(contactIds ?? [], pageContactsMax);
  const job: StoredBulkJob = {
    ...newJobFields(bulkKind, { workspaceId, id: newId('bjb', at) }, at),
    isQueued: true,
    ...definition,
    pages: pages.length,
    contacts: contactIds?.length ?? 0,
    page: 0,
    index: 0,
    changed: 0,
    unchanged: 0,
    skipped: 0,
    failed: 0,
    ...(contactIds && { selectedAt: timestamp(at) }),
  };
  const { writes, messages } = jobStart(job);

  return {
    writes: [...writes, ...pages.map((ids, page) => pagePut(job, page, { contactIds: ids }, at))],
    messages,
    result: presentBulkJob(job),
  };
}

/** @throws Problem 422 if the campaign or the company of the job does not exist */
async function requireTargets(
  table: Table,
  workspaceId: string,
  { campaignId, fields }: Pick<NewBulkJob, 'campaignId' | 'fields'>,
): Promise<void> {
  const companyId = fields?.companyId;
  const [campaigns, companies] = await Promise.all([
    campaignId === undefined ? [] : readOutlines(table, workspaceId, [campaignId]),
    companyId ? findExistingCompanies(table, workspaceId, [companyId]) : [],
  ]);
  if (campaignId !== undefined && campaigns.length === 0)
    throw invalidField('campaignId', 'exists', 'does not exist');
  if (companyId && companies.length === 0) throw invalidField('fields.companyId', 'exists', 'does not exist');
}

/**
 * Concurrent requests may exceed the limit, because no condition of the transaction counts the jobs.
 * @throws Problem 422
 */
async function requireFewerUnfinishedJobs(table: Table, workspaceId: string): Promise<void> {
  const unfinished = await readQueue(table, { workspaceId, kind: bulkKind }, unfinishedJobsMax);
  if (unfinished.length >= unfinishedJobsMax) {
    const message = `a workspace has at most ${unfinishedJobsMax} unfinished bulk jobs: wait until one ends, or cancel one`;
    throw invalidField('', 'count', message);
  }
}
