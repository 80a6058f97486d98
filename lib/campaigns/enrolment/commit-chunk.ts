import { deleteJob } from '#lib/campaigns/enrolment/enrol.ts';
import { progressWrites } from '#lib/campaigns/enrolment/job-progress.ts';
import type { EnrolmentJob } from '#lib/campaigns/stored.ts';
import type { Change } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { TransactionRefused } from '#lib/storage/table.ts';

/** One write for each contact, two for the progress, and the outbox item. A DynamoDB transaction has at most 100 actions. */
export const chunkSize = 90;

type ExecutionChange = Pick<Change<undefined>, 'writes' | 'increments'>;

/**
 * Changes the executions of a job's next contacts and saves the job's progress in the same transaction.
 * @param contactIds the next page of the index that the job reads; an empty page finishes the job
 * @returns the job's new state; undefined if it is finished or another worker has continued it
 */
export async function commitChunk(
  services: Services,
  workspaceId: string,
  { job, contactIds }: { readonly job: EnrolmentJob; readonly contactIds: readonly string[] },
  planChange: (executions: readonly Execution[]) => ExecutionChange | Promise<ExecutionChange>,
): Promise<EnrolmentJob | undefined> {
  const { table } = services;
  const { campaignId, done } = job;
  const after = contactIds.at(-1);
  const next = after === undefined ? undefined : { ...job, done: done + contactIds.length, after };
  const progress = progressWrites(workspaceId, job, next, 0);

  return retryOnConflict(async () => {
    const executions = await Promise.all(
      contactIds.map((id) => findExecution(table, workspaceId, id, campaignId, { consistent: true })),
    );
    const { writes, increments = [] } = await planChange(executions.filter((each) => each !== undefined));
    try {
      await commit(services, workspaceId, { writes: [...progress, ...writes], increments });

      return next;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;

      // Another worker has continued the job, or the campaign was deleted: see `progressWrites`.
      return error.failed.has(0) ? undefined : deleteJob(table, workspaceId, job);
    }
  });
}
