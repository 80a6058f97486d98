import {
  bulkJobKey,
  type JobRef,
  queuedJobOf,
  type StoredBulkJob,
  toStoredJob,
} from '#lib/bulk-jobs/items.ts';
import type { SelectionFailure } from '#lib/bulk-jobs/select.ts';
import type { Services } from '#lib/runtime/services.ts';
import { queueKey, tryStartQueued } from '#lib/storage/run-queue.ts';
import { type Condition, type Item, type Table, updateIf } from '#lib/storage/table.ts';
import { transactIf } from '#lib/storage/transact-if.ts';
import { worklistAttributeNames } from '#lib/storage/worklist.ts';
import { timestamp } from '#lib/values/ids.ts';
import type { BulkJobMessage } from '#lib/values/queues.ts';

/** Marks a job as started if it is among the first of its workspace. @returns whether it may run */
export async function startBulkJob({ table, now }: Services, job: StoredBulkJob): Promise<boolean> {
  if (!(await tryStartQueued(table, queuedJobOf(job)))) return false;
  if (job.startedAt === undefined) {
    const set = { startedAt: timestamp(now()) };
    await updateIf(table, { update: bulkJobKey(job), set, if: { pk: 'present', startedAt: 'absent' } });
  }

  return true;
}

/** Ends a job if all its parts are done. @returns whether this call ended it */
export function endBulkJob({ table, now }: Services, job: StoredBulkJob): Promise<boolean> {
  return endOnce(table, job, { endedAt: timestamp(now()) }, { partsDone: { is: job.parts } });
}

/** Ends a job if its contacts cannot be selected. No contact is changed. @returns whether this call ended it */
export function rejectBulkJob(
  { table, now }: Services,
  job: StoredBulkJob,
  reason: SelectionFailure,
): Promise<boolean> {
  const endedAt = timestamp(now());

  return endOnce(table, job, { endedAt, failure: { ...reason, occurredAt: endedAt } });
}

/** Ends a job that fails outside of its parts. @returns whether this call ended it */
export async function abandonBulkJob({ table, now }: Services, ref: JobRef): Promise<boolean> {
  const item = await table.get(bulkJobKey(ref), { consistent: true });
  const endedAt = timestamp(now());
  const message = 'the job failed three times; contacts without a result were not changed';
  const failure = { code: 'job_unfinished', message, occurredAt: endedAt };

  return endOnce(table, { ...ref, queuedAt: Number(item?.['queuedAt']) }, { endedAt, failure });
}

/**
 * Ends a job and removes it from the sweeper's worklist and from the queue of its workspace.
 * @param condition in addition to being unfinished
 */
function endOnce(
  table: Table,
  job: Pick<StoredBulkJob, 'workspaceId' | 'id' | 'queuedAt'>,
  set: Readonly<Record<string, unknown>>,
  condition: Condition = {},
): Promise<boolean> {
  const unfinished = { ...condition, endedAt: 'absent' } as const;

  return transactIf(table, [
    { update: bulkJobKey(job), set, remove: worklistAttributeNames, if: unfinished },
    { delete: queueKey(queuedJobOf(job)), if: { pk: 'present' } },
  ]);
}

/** The queue message that resumes a stalled job; undefined if the job has ended. */
export function readBulkJobMessage(item: Item | undefined): BulkJobMessage | undefined {
  // A worker that was in flight may put an ended job on the worklist again.
  if (item?.['gsi3pk'] === undefined || item['endedAt'] !== undefined) return undefined;
  const { workspaceId, id } = toStoredJob(item);

  return { workspaceId, jobId: id };
}
