import { suppressionJobKey } from '#lib/blocklist/items.ts';
import { exportCleaner } from '#lib/bucket/bucket.ts';
import { bulkJobPartition, bulkJobsPartition, bulkQueuePartition } from '#lib/bulk-jobs/items.ts';
import { importsIndex } from '#lib/contacts/import/items.ts';
import { importQueuePartition } from '#lib/contacts/import/queue.ts';
import {
  exportPlacesPartition,
  exportsPartition,
  toStoredExport,
  workspaceFiles,
} from '#lib/exports/items.ts';
import { removeFiles } from '#lib/exports/remove.ts';
import { worklistPartitions } from '#lib/storage/worklist.ts';
import type { Eraser } from './eraser.ts';

/** Deletes the run queue of imports first, so that no further import starts. */
export async function eraseImports(eraser: Eraser, workspaceId: string): Promise<void> {
  await eraser.deletePartition(importQueuePartition(workspaceId));
  await eraser.forEachItem({ index: 'gsi4', pk: importsIndex(workspaceId) }, (item) =>
    eraser.deletePartition(item.pk),
  );
}

/** Deletes the run queue of bulk jobs first, so that no further job starts. */
export async function eraseBulkJobs(eraser: Eraser, workspaceId: string): Promise<void> {
  await eraser.deletePartition(bulkQueuePartition(workspaceId));
  await eraser.forEachItem({ pk: bulkJobsPartition(workspaceId) }, async (job) => {
    await eraser.deletePartition(bulkJobPartition(workspaceId, job.sk));
    await eraser.deleteKeys([job]);
  });
}

/** Deletes each export before its files, so that a worker in flight cannot complete it. */
export async function eraseExports(eraser: Eraser, workspaceId: string): Promise<void> {
  const cleaner = exportCleaner();
  await eraser.deletePartition(exportPlacesPartition(workspaceId));
  await eraser.forEachItem({ pk: exportsPartition(workspaceId) }, async (item) => {
    await eraser.deleteKeys([item]);
    await removeFiles(cleaner, toStoredExport(item));
  });
  await cleaner.deleteFiles(workspaceFiles(workspaceId));
}

/** Unfinished jobs are listed only in the worklist, which all workspaces share. */
export async function eraseSuppressionJobs(eraser: Eraser, workspaceId: string): Promise<void> {
  const jobPrefix = suppressionJobKey(workspaceId, '').pk;
  for (const pk of worklistPartitions('suppression')) {
    await eraser.forEachItem({ index: 'gsi3', pk }, async (job) => {
      if (job.pk.startsWith(jobPrefix)) await eraser.deleteKeys([{ pk: job.pk, sk: job.sk }]);
    });
  }
}
