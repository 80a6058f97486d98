import { nextChunk, progressWrites } from '#lib/campaigns/enrolment/job-progress.ts';
import { enrolmentJobKey } from '#lib/campaigns/items.ts';
import type { EnrolmentJob } from '#lib/campaigns/stored.ts';
import { commit } from '#lib/commit/commit.ts';
import { endExecution } from '#lib/executions/end-execution.ts';
import { type Execution, isOpen } from '#lib/executions/execution.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { TransactionRefused } from '#lib/storage/table.ts';

/** Contacts in one transaction. */
const chunkSize = 45;

/** Stops the executions of a job's next contacts. Contacts without an open execution are skipped. */
export function stopChunk(
  services: Services,
  workspaceId: string,
  job: EnrolmentJob,
): Promise<EnrolmentJob | undefined> {
  const { table, now } = services;
  const { chunk, next } = nextChunk(job, chunkSize);

  return retryOnConflict(async () => {
    const executions = await Promise.all(
      chunk.map((id) => findExecution(table, workspaceId, id, job.campaignId, { consistent: true })),
    );
    const existing = executions.filter((execution) => execution !== undefined);
    const { writes, increments } = planStops(existing, job.reason ?? 'removed', now());
    try {
      await commit(services, workspaceId, {
        writes: [...progressWrites(workspaceId, job, next, 0), ...writes],
        increments,
      });

      return next;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      // The first condition fails if another worker has continued the job. Otherwise the campaign was deleted: an `erase` job
      // stops all its executions, so this job is not needed.
      if (!error.failed.has(0))
        await table.transact([{ delete: enrolmentJobKey(workspaceId, job.campaignId, job.jobId) }]);

      return undefined;
    }
  });
}

/** Stops the open executions among these. @param reason the reason that they record */
export function planStops(executions: readonly Execution[], reason: string, now: number) {
  const endings = executions
    .filter(isOpen)
    .map((execution) => endExecution(execution, 'stopped', reason, now));

  return {
    writes: endings.flatMap(({ writes }) => writes),
    increments: endings.flatMap(({ increments }) => increments),
  };
}
