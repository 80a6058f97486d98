import { bulkJobPartition, bulkJobsPartition, bulkQueuePartition } from '#lib/bulk-jobs/items.ts';
import type { Eraser } from '#lib/storage/eraser.ts';

/** Deletes the run queue first, so that no further job starts. */
export async function eraseBulkJobs(eraser: Eraser, workspaceId: string): Promise<void> {
  await eraser.deletePartition(bulkQueuePartition(workspaceId));
  await eraser.forEachItem({ pk: bulkJobsPartition(workspaceId) }, async (job) => {
    await eraser.deletePartition(bulkJobPartition(workspaceId, job.sk));
    await eraser.deleteKeys([job]);
  });
}
