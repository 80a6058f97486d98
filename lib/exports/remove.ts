import type { BucketCleaner } from '#lib/bucket/bucket.ts';
import { exportFiles, fileKey, type StoredExport } from '#lib/exports/items.ts';

/** Deletes all files of an export that has ended, including files of interrupted attempts. Idempotent. */
export async function removeFiles(cleaner: BucketCleaner, stored: StoredExport): Promise<void> {
  const { file, uploadId } = stored;
  if (file !== undefined && uploadId !== undefined) {
    await cleaner.abortUpload({ key: fileKey(stored, file), uploadId });
  }
  await cleaner.deleteFiles(exportFiles(stored));
}
