import { jobDataPartition, jobsPartition, toStoredJob } from '#lib/jobs/items.ts';
import { queueKey } from '#lib/jobs/run-queue.ts';
import type { Eraser } from '#lib/storage/eraser.ts';

/** Deletes each job before its pages, so that a worker in flight cannot continue it. */
export async function eraseJobs(eraser: Eraser, workspaceId: string): Promise<void> {
  await eraser.forEachItem({ pk: jobsPartition(workspaceId) }, async (item) => {
    const job = toStoredJob(item);
    await eraser.deleteKeys([item, queueKey(job)]);
    await eraser.deletePartition(jobDataPartition(job));
  });
}
