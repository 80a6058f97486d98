import type { BulkJob } from '#lib/bulk-jobs/bulk-job.ts';
import { findBulkJob, presentBulkJob } from '#lib/bulk-jobs/read.ts';
import type { Change } from '#lib/commit/change.ts';
import { planJobCancellation } from '#lib/jobs/jobs.ts';
import type { Services } from '#lib/runtime/services.ts';
import { notFound } from '#lib/values/problem.ts';

/**
 * Cancels an unfinished job. A worker reports the remaining contacts as skipped. Idempotent.
 * @throws Problem 404, or 422 if the job ended without being cancelled
 */
export async function planCancellation(
  { table, now }: Services,
  workspaceId: string,
  jobId: string,
): Promise<Change<BulkJob>> {
  const job = await findBulkJob(table, workspaceId, jobId);
  if (!job) throw notFound();
  const cancellation = planJobCancellation(job, now());

  return { ...cancellation, result: presentBulkJob(cancellation.result) };
}
