import type { Change, OutboxMessage } from '#lib/commit/change.ts';
import { jobKey, jobPut, jobsOfPrefix, toStoredJob } from '#lib/jobs/items.ts';
import type { JobRef, StoredJob } from '#lib/jobs/job.ts';
import { queuePut } from '#lib/jobs/run-queue.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Item, Table, Update, Write } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';
import { invalidField } from '#lib/values/problem.ts';
import type { JobMessage } from '#lib/values/queues.ts';

/** The attributes of a job that has not begun. */
export function newJobFields<const Kind extends string>(
  kind: Kind,
  { workspaceId, id }: JobRef,
  now: number,
) {
  return { workspaceId, id, kind, createdAt: timestamp(now), chunks: 0 };
}

/**
 * The writes and the message that start a job.
 * @param options `isKept`: it never expires
 */
export function jobStart(
  job: StoredJob,
  { isKept = false } = {},
): { readonly writes: readonly Write[]; readonly messages: readonly OutboxMessage[] } {
  return {
    writes: [jobPut(job, isKept), ...(job.isQueued ? [queuePut(job)] : [])],
    messages: [{ queue: 'jobs', message: { jobId: job.id } }],
  };
}

/** The item of a job, with strong consistency. */
export function findJob(table: Table, job: JobRef): Promise<Item | undefined> {
  return table.get(jobKey(job));
}

/**
 * Cancels an unfinished job. The chunk in progress is not committed, and the next one processes the rest as cancelled. Idempotent.
 * @throws Problem 422 if the job ended without being cancelled
 */
export function planJobCancellation<Job extends StoredJob>(job: Job, now: number): Change<Job> {
  if (job.cancelledAt !== undefined) return { writes: [], result: job };
  if (job.endedAt !== undefined) throw invalidField('', 'state', 'the job has already ended');
  const cancelledAt = timestamp(now);
  const update: Update = {
    update: jobKey(job),
    set: { cancelledAt },
    if: { endedAt: 'absent', pk: 'present' },
    otherwise: () => new StaleDecision('the job ended concurrently'),
  };

  return {
    writes: [update],
    // A waiting job has no worker yet. The message starts one, which ends the job.
    messages: [{ queue: 'jobs', message: { jobId: job.id } }],
    result: { ...job, cancelledAt },
  };
}

/** The status of a job in the API. */
export function jobStatusOf({ endedAt, cancelledAt, failure, startedAt }: StoredJob) {
  if (endedAt === undefined) {
    if (cancelledAt !== undefined) return 'cancelling';

    return startedAt === undefined ? 'queued' : 'running';
  }
  if (cancelledAt !== undefined) return 'cancelled';

  return failure ? 'failed' : 'completed';
}

/** The query of the jobs of a workspace with this prefix of their ids. */
export const jobList = jobsOfPrefix;

/** The message of a job without progress; undefined if it has ended. */
export function readJobMessage(item: Item | undefined): JobMessage | undefined {
  if (item?.['gsi3pk'] === undefined || item['endedAt'] !== undefined) return undefined;
  const { workspaceId, id } = toStoredJob(item);

  return { workspaceId, jobId: id };
}
