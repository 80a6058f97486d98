import { countCampaign } from '#lib/campaigns/state/counters.ts';
import { enrolmentJobKey } from '#lib/campaigns/state/items.ts';
import type { EnrolmentJob } from '#lib/campaigns/state/stored.ts';
import type { Change } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import type { Execution } from '#lib/executions/execution.ts';
import type { ExecutionChange } from '#lib/executions/execution-change.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { skipUnprocessable } from '#lib/runtime/skip-unprocessable.ts';
import { type Table, TransactionRefused, type Write } from '#lib/storage/table.ts';

/** One write for each contact, two for the progress, and the outbox item. A DynamoDB transaction has at most 100 actions. */
export const chunkSize = 90;

/** Runs the next chunk of a job. @returns the job's new state; undefined if it is finished or another worker runs it */
export type RunChunk = (
  services: Services,
  workspaceId: string,
  job: EnrolmentJob,
) => Promise<EnrolmentJob | undefined>;

/** The contacts that one transaction of a job processes. */
export interface JobChunk {
  readonly job: EnrolmentJob;
  /** The job's state after these contacts; undefined if it is then finished. */
  readonly next: EnrolmentJob | undefined;
  readonly contactIds: readonly string[];
}

/** The next contacts of a job that stores its contacts. */
export function chunkOfList(job: EnrolmentJob, size: number): JobChunk {
  const done = Math.min(job.done + size, job.contactIds.length);
  const next = done < job.contactIds.length ? { ...job, done } : undefined;

  return { job, next, contactIds: job.contactIds.slice(job.done, done) };
}

/** The next contacts of a job that reads an index. @param contactIds the page after `job.after`; empty after the last contact */
export function chunkOfIndex(job: EnrolmentJob, contactIds: readonly string[]): JobChunk {
  const after = contactIds.at(-1);
  const next = after === undefined ? undefined : { ...job, done: job.done + contactIds.length, after };

  return { job, next, contactIds };
}

/**
 * The writes of a job's progress, which must be the first ones of the transaction. If the condition of the first one fails,
 * another worker has continued the job. If the second one fails, the campaign was deleted.
 * @param added number of contacts to add to the campaign's count
 */
export function progressWrites(
  workspaceId: string,
  { job, next }: Pick<JobChunk, 'job' | 'next'>,
  added: number,
): Write[] {
  const { campaignId, jobId, done, kind } = job;
  const key = enrolmentJobKey(workspaceId, campaignId, jobId);
  const ifUnchanged = { done: { is: done } };

  return [
    next
      ? {
          update: key,
          set: { done: next.done, ...(next.after !== undefined && { after: next.after }) },
          if: ifUnchanged,
        }
      : { delete: key, if: ifUnchanged },
    // An `erase` job runs after the counters were deleted with their campaign.
    ...(kind === 'erase'
      ? []
      : [countCampaign(workspaceId, campaignId, { contacts: added, openJobs: next ? 0 : -1 })]),
  ];
}

/**
 * Changes the executions of a chunk and saves the job's progress in the same transaction.
 * @returns the job's new state; undefined if it is finished or another worker has continued it
 */
export async function commitChunk(
  services: Services,
  workspaceId: string,
  chunk: JobChunk,
  planChange: (executions: readonly Execution[]) => ExecutionChange | Promise<ExecutionChange>,
): Promise<EnrolmentJob | undefined> {
  const { table } = services;
  const { job, next, contactIds } = chunk;
  const progress = progressWrites(workspaceId, chunk, 0);

  return retryOnConflict(async () => {
    const executions = await Promise.all(
      contactIds.map((contactId) =>
        skipUnprocessable({ workspaceId, contactId }, () =>
          findExecution(table, workspaceId, contactId, job.campaignId, { consistent: true }),
        ),
      ),
    );
    const { writes, increments } = await planChange(executions.filter((each) => each !== undefined));
    const change = { writes: [...progress, ...writes], increments };

    return (await commitProgress(services, workspaceId, job, change)) ? next : undefined;
  });
}

/** Ends a job before its last contact. The contacts that an `enrol` job has not enrolled are no longer counted. */
export async function endJob(services: Services, workspaceId: string, job: EnrolmentJob): Promise<void> {
  const unprocessed = job.kind === 'enrol' ? job.contactIds.length - job.done : 0;
  const writes = progressWrites(workspaceId, { job, next: undefined }, -unprocessed);
  await commitProgress(services, workspaceId, job, { writes });
}

/** @returns false if another worker has continued the job, or the campaign was deleted: see `progressWrites` */
async function commitProgress(
  services: Services,
  workspaceId: string,
  job: EnrolmentJob,
  change: Omit<Change<undefined>, 'result'>,
): Promise<boolean> {
  try {
    await commit(services, workspaceId, change);

    return true;
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    if (!error.failed.has(0)) await deleteJob(services.table, workspaceId, job);

    return false;
  }
}

/** Deletes the job of a deleted campaign. @returns undefined, like for every finished job */
export async function deleteJob(
  table: Table,
  workspaceId: string,
  { campaignId, jobId }: EnrolmentJob,
): Promise<undefined> {
  await table.transact([{ delete: enrolmentJobKey(workspaceId, campaignId, jobId) }]);
}
