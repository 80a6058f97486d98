import type { BucketCleaner } from '#lib/bucket/bucket.ts';
import { withoutPersonalValues } from '#lib/contacts/list-filters.ts';
import {
  exportKey,
  exportsPartition,
  fileKey,
  type StoredExport,
  toStoredExport,
} from '#lib/exports/items.ts';
import { failExport } from '#lib/exports/progress.ts';
import type { Services } from '#lib/runtime/services.ts';
import { updateIf } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';

/** Exports per chunk. */
const chunkSize = 10;

interface EraseServices extends Pick<Services, 'table' | 'now'> {
  readonly cleaner: BucketCleaner;
}

const contactErased = {
  code: 'contact_erased',
  message: 'a contact was erased, and the file may have its data: create the export again',
} as const;

/**
 * Ends the next exports of a workspace and deletes their files and their searches, because they may have the data of an erased
 * contact. Call it after the data is erased, so that later exports do not have it. Idempotent.
 * @param position id of the last export of the previous chunk; empty at the start
 * @returns the position of the next chunk; undefined at the end
 */
export async function eraseExportsChunk(
  services: EraseServices,
  workspaceId: string,
  position: string,
): Promise<string | undefined> {
  const { items, hasMore } = await services.table.query({
    pk: exportsPartition(workspaceId),
    ...(position !== '' && { sk: { after: position } }),
    limit: chunkSize,
  });
  for (const stored of items.map(toStoredExport)) {
    await endAsErased(services, stored);
    await eraseFilter(services, stored);
    await services.cleaner.deleteFile(fileKey(stored));
  }

  return hasMore ? items.at(-1)?.sk : undefined;
}

/** Removes the searched name and address from the filter. */
async function eraseFilter({ table }: EraseServices, stored: StoredExport): Promise<void> {
  if (stored.filter === undefined) return;
  const filter = withoutPersonalValues(stored.filter);
  await updateIf(table, { update: exportKey(stored), set: { filter }, if: { endedAt: 'present' } });
}

/** Ends an unfinished export as failed, and marks a completed one as failed. An export that has failed keeps its reason. */
async function endAsErased(services: EraseServices, stored: StoredExport): Promise<void> {
  if (stored.failure !== undefined) return;
  if (stored.endedAt === undefined && (await failExport(services, stored, contactErased))) return;
  await updateIf(services.table, {
    update: exportKey(stored),
    set: { failure: { ...contactErased, occurredAt: timestamp(services.now()) } },
    if: { pk: 'present', endedAt: 'present', failure: 'absent' },
  });
}
