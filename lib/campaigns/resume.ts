import { dropJob } from '#lib/campaigns/enrol.ts';
import { progressWrites } from '#lib/campaigns/job-progress.ts';
import type { Job } from '#lib/campaigns/stored.ts';
import { findExecution, pausedIn } from '#lib/executions/executions.ts';
import { resumeWrite } from '#lib/executions/waiting.ts';
import { commit } from '#lib/runtime/commit.ts';
import type { Services } from '#lib/runtime/services.ts';
import { decideAnew } from '#lib/runtime/stale.ts';
import { TransactionRefused } from '#lib/storage/table.ts';

const chunkSize = 90;

/** Lets the next executions go on that wait for what their text lacks: the campaign's texts are others now. */
export async function resumeChunk(
  services: Services,
  workspaceId: string,
  job: Job,
): Promise<Job | undefined> {
  const { table, now } = services;
  const { campaignId, done } = job;
  const contactIds = await pausedIn(table, { workspaceId, campaignId }, job.after, chunkSize);
  const after = contactIds.at(-1);
  const next = after === undefined ? undefined : { ...job, done: done + contactIds.length, after };
  const progress = progressWrites(workspaceId, job, next, 0);

  return decideAnew(async () => {
    const executions = await Promise.all(
      contactIds.map((id) => findExecution(table, workspaceId, id, campaignId, { consistent: true })),
    );
    const resumed = executions
      .filter((execution) => execution !== undefined)
      .filter(({ status }) => status === 'paused')
      .map((execution) => resumeWrite(execution, now()));
    try {
      await commit(services, workspaceId, { writes: [...progress, ...resumed] });

      return next;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;

      return error.failed.has(0) ? undefined : dropJob(table, workspaceId, job);
    }
  });
}
