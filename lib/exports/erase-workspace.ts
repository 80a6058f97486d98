import type { BucketCleaner } from '#lib/bucket/bucket.ts';
import { exportPlacesPartition, exportsPartition, workspaceFiles } from '#lib/exports/items.ts';
import type { Eraser } from '#lib/storage/eraser.ts';

/** Deletes the exports before their files, so that a worker in flight cannot complete one. */
export async function eraseExports(
  eraser: Eraser,
  cleaner: BucketCleaner,
  workspaceId: string,
): Promise<void> {
  await eraser.deletePartition(exportPlacesPartition(workspaceId));
  await eraser.deletePartition(exportsPartition(workspaceId));
  await cleaner.deleteFiles(workspaceFiles(workspaceId));
}
