import { bulkContactsMax } from '#lib/bulk-jobs/bulk-job.ts';
import {
  bulkJobEnd,
  bulkJobKey,
  bulkQueuePartition,
  queuedJobOf,
  type StoredBulkJob,
  toStoredJob,
} from '#lib/bulk-jobs/items.ts';
import type { BulkJobMessage } from '#lib/bulk-jobs/workers.ts';
import type { Services } from '#lib/runtime/services.ts';
import { findStartable, queueKey, tryStartQueued } from '#lib/storage/run-queue.ts';
import { type Item, type Table, TransactionRefused, type Update, updateIf } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';

/** Marks a job as started if it is among the first of its workspace. @returns whether it may run */
export async function startBulkJob({ table, now }: Services, job: StoredBulkJob): Promise<boolean> {
  if (!(await tryStartQueued(table, queuedJobOf(job)))) return false;
  if (job.startedAt === undefined) {
    const set = { startedAt: timestamp(now()) };
    await updateIf(table, { update: bulkJobKey(job), set, if: { pk: 'present', startedAt: 'absent' } });
  }

  return true;
}

/** Ids of jobs that may run and are not started. */
export function findStartableJobs(table: Table, workspaceId: string): Promise<string[]> {
  return findStartable(table, bulkQueuePartition(workspaceId));
}

/** Ends a job if all its parts are done. @returns whether this call ended it */
export function endBulkJob({ table, now }: Services, job: StoredBulkJob): Promise<boolean> {
  const end = bulkJobEnd(
    job,
    { endedAt: timestamp(now()) },
    { partsDone: { is: job.parts }, endedAt: 'absent' },
  );

  return endOnce(table, job, end);
}

/** Ends a job that selects more contacts than a job may have. No contact is changed. @returns whether this call ended it */
export function rejectBulkJob({ table, now }: Services, job: StoredBulkJob): Promise<boolean> {
  const endedAt = timestamp(now());
  const failure = {
    code: 'too_many_contacts',
    message: `the filter selects more than ${bulkContactsMax} contacts: no contact was changed`,
    occurredAt: endedAt,
  };

  return endOnce(table, job, bulkJobEnd(job, { endedAt, failure }, { endedAt: 'absent' }));
}

/** Ends a job and removes it from the queue of its workspace. @returns false if the condition of `end` failed */
async function endOnce(table: Table, job: StoredBulkJob, end: Update): Promise<boolean> {
  try {
    await table.transact([end, { delete: queueKey(queuedJobOf(job)), if: { pk: 'present' } }]);

    return true;
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
}

/** The queue message that resumes a stalled job; undefined if the job has ended. */
export function readBulkJobMessage(item: Item | undefined): BulkJobMessage | undefined {
  if (item?.['gsi3pk'] === undefined) return undefined;
  const { workspaceId, id } = toStoredJob(item);

  return { workspaceId, jobId: id };
}
