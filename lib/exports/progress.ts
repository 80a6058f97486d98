import type { ExportFailure } from '#lib/exports/export.ts';
import { exportDue, exportKey, placeDelete, type StoredExport, toStoredExport } from '#lib/exports/items.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Condition, type Table, updateIf } from '#lib/storage/table.ts';
import { transactIf } from '#lib/storage/transact-if.ts';
import { worklistAttributeNames } from '#lib/storage/worklist.ts';
import { timestamp } from '#lib/values/ids.ts';

/**
 * Longer than a worker usually needs from a renewal to its next one, or to the end of its upload. A worker that stalls longer
 * can only write a complete file, which the next attempt replaces.
 */
const leaseMs = 180_000;

type TableServices = Pick<Services, 'table' | 'now'>;

/** Rows and bytes of an attempt so far. */
export interface ExportSums {
  rows: number;
  bytes: number;
}

/**
 * Begins an attempt at an unfinished export, with a lease.
 * @returns undefined if the export has ended, or another worker has the lease
 */
export async function beginExportAttempt(
  { table, now }: TableServices,
  stored: StoredExport,
): Promise<StoredExport | undefined> {
  const at = now();
  const item = await updateIf(table, {
    update: exportKey(stored),
    add: { attempts: 1 },
    set: { rows: 0, bytes: 0, ...leaseFrom(stored, at) },
    if: { pk: 'present', endedAt: 'absent', leasedUntil: { atMost: at } },
  });

  return item && toStoredExport(item);
}

/**
 * Records the progress of an attempt and renews its lease.
 * @returns false if the export has ended, or another worker has begun an attempt after the end of the lease
 */
export async function renewLease(
  { table, now }: TableServices,
  attempt: StoredExport,
  { rows, bytes }: ExportSums,
): Promise<boolean> {
  const item = await updateIf(table, {
    update: exportKey(attempt),
    set: { rows, bytes, ...leaseFrom(attempt, now()) },
    if: { ...isLatest(attempt), endedAt: 'absent' },
  });

  return item !== undefined;
}

/** @returns false if the export has already ended, or another worker has begun an attempt */
export function completeExport(
  { table, now }: TableServices,
  attempt: StoredExport,
  { rows, bytes }: ExportSums,
): Promise<boolean> {
  return endOnce(table, attempt, { rows, bytes, endedAt: timestamp(now()) }, isLatest(attempt));
}

/**
 * Ends an export without a file.
 * @param condition in addition to being unfinished
 * @returns false if it has already ended, or the condition does not hold
 */
export function failExport(
  { table, now }: TableServices,
  stored: StoredExport,
  { code, message }: Pick<ExportFailure, 'code' | 'message'>,
  condition: Condition = {},
): Promise<boolean> {
  const endedAt = timestamp(now());
  const failure = { code, message, occurredAt: endedAt };

  return endOnce(table, stored, { endedAt, failure }, condition);
}

export const isLatest = ({ attempts }: StoredExport): Condition => ({ attempts: { is: attempts } });

function leaseFrom(stored: StoredExport, now: number) {
  const leasedUntil = now + leaseMs;

  return { leasedUntil, ...exportDue(stored, leasedUntil) };
}

/** Ends an export, removes it from the sweeper's worklist and frees its place. */
function endOnce(
  table: Table,
  stored: StoredExport,
  set: Readonly<Record<string, unknown>>,
  condition: Condition,
): Promise<boolean> {
  const unfinished = { ...condition, pk: 'present', endedAt: 'absent' } as const;

  return transactIf(table, [
    { update: exportKey(stored), set, remove: worklistAttributeNames, if: unfinished },
    placeDelete(stored),
  ]);
}
