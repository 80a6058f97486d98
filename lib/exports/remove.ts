import type { BucketCleaner } from '#lib/bucket/bucket.ts';
import { exportFiles, exportKey, fileKey, type StoredExport } from '#lib/exports/items.ts';
import type { Table } from '#lib/storage/table.ts';

/** Deletes all files of an export that has ended, including files of interrupted attempts. Idempotent. */
export async function removeFiles(cleaner: BucketCleaner, stored: StoredExport): Promise<void> {
  const { file, uploadId } = stored;
  if (file !== undefined && uploadId !== undefined) {
    await cleaner.abortUpload({ key: fileKey(stored, file), uploadId });
  }
  await cleaner.deleteFiles(exportFiles(stored));
}

/** Deletes the files of a deleted export, then its item. Idempotent. */
export async function removeExport(
  { table, cleaner }: { readonly table: Table; readonly cleaner: BucketCleaner },
  stored: StoredExport,
): Promise<void> {
  await removeFiles(cleaner, stored);
  await table.transact([{ delete: exportKey(stored) }]);
}
