import type { BulkJob } from '#lib/bulk-jobs/bulk-job.ts';
import { findBulkJob, presentBulkJob } from '#lib/bulk-jobs/read.ts';
import type { Change } from '#lib/commit/change.ts';
import { jobCancellation } from '#lib/jobs/jobs.ts';
import type { Services } from '#lib/runtime/services.ts';
import { timestamp } from '#lib/values/ids.ts';
import { invalidField, notFound } from '#lib/values/problem.ts';

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
  if (job.cancelledAt !== undefined) return { writes: [], result: presentBulkJob(job) };
  if (job.endedAt !== undefined) throw invalidField('', 'state', 'the job has already ended');
  const cancelledAt = timestamp(now());

  return {
    writes: [jobCancellation(job, cancelledAt)],
    // A waiting job has no worker yet. The message starts one, which ends the job.
    messages: [{ queue: 'jobs', message: { jobId } }],
    result: presentBulkJob({ ...job, cancelledAt }),
  };
}
