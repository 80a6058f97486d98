import type { UploadedPart } from '#lib/bucket/bucket.ts';
import type { ExportFailure } from '#lib/exports/export.ts';
import {
  exportKey,
  exportProgress,
  placeDelete,
  type StoredExport,
  toStoredExport,
} from '#lib/exports/items.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Condition, type Table, updateIf } from '#lib/storage/table.ts';
import { transactIf } from '#lib/storage/transact-if.ts';
import { worklistAttributeNames } from '#lib/storage/worklist.ts';
import { timestamp } from '#lib/values/ids.ts';

/**
 * Claims the next chunk of an unfinished export. Only the latest claim can commit progress, so of two concurrent workers one
 * stops, and no row is written twice.
 * @returns undefined if the export has ended
 */
export async function claimExport(
  { table, now }: Services,
  stored: StoredExport,
): Promise<StoredExport | undefined> {
  const item = await updateIf(table, {
    update: exportKey(stored),
    add: { claims: 1, tries: 1 },
    set: exportProgress(stored, now()),
    if: { pk: 'present', endedAt: 'absent' },
  });

  return item && toStoredExport(item);
}

/** The changes that a chunk makes to its export. Rows and bytes are the new sums. */
export interface Progress
  extends Partial<Pick<StoredExport, 'cursor' | 'remainder' | 'file' | 'uploadId' | 'isRead'>> {
  readonly rows: number;
  readonly bytes: number;
  readonly part?: UploadedPart | undefined;
}

/** @returns the export after the commit; undefined if another worker has claimed the export, or it has ended */
export async function commitProgress(
  { table, now }: Services,
  claim: StoredExport,
  { part, ...progress }: Progress,
): Promise<StoredExport | undefined> {
  const defined = Object.entries(progress).filter(([, value]) => value !== undefined);
  // A chunk without a cursor is the last one, and a chunk without a remainder has included the earlier remainder.
  const cleared = (['cursor', 'remainder'] as const).filter((name) => progress[name] === undefined);
  const item = await updateIf(table, {
    update: exportKey(claim),
    // Replaces the list: the SDK may repeat an update with a lost response, which would append the part twice.
    set: {
      ...Object.fromEntries(defined),
      ...(part && { parts: [...claim.parts, part] }),
      tries: 0,
      ...exportProgress(claim, now()),
    },
    remove: cleared,
    if: { claims: { is: claim.claims }, endedAt: 'absent' },
  });

  return item && toStoredExport(item);
}

/** Ends an export with its file, if the claim is the latest. @returns whether this call ended it */
export function completeExport(
  { table, now }: Services,
  claim: StoredExport,
  result: Partial<Pick<StoredExport, 'rows' | 'bytes' | 'file'>> = {},
): Promise<boolean> {
  const set = { ...result, endedAt: timestamp(now()) };

  return endOnce(table, claim, set, { claims: { is: claim.claims } });
}

/** Ends an export without a file. @returns false if it has already ended */
export function failExport(
  { table, now }: Pick<Services, 'table' | 'now'>,
  stored: StoredExport,
  { code, message }: Pick<ExportFailure, 'code' | 'message'>,
): Promise<boolean> {
  const endedAt = timestamp(now());

  return endOnce(table, stored, { endedAt, failure: { code, message, occurredAt: endedAt } });
}

/**
 * Ends an export, removes it from the sweeper's worklist and frees its place.
 * @param condition in addition to being unfinished
 */
function endOnce(
  table: Table,
  stored: StoredExport,
  set: Readonly<Record<string, unknown>>,
  condition: Condition = {},
): Promise<boolean> {
  const unfinished = { ...condition, pk: 'present', endedAt: 'absent' } as const;

  return transactIf(table, [
    { update: exportKey(stored), set, remove: worklistAttributeNames, if: unfinished },
    placeDelete(stored),
  ]);
}
