import type { BucketCleaner } from '#lib/bucket/bucket.ts';
import type { BucketWriter } from '#lib/bucket/writer.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import { contentOf, ExportLeaseLost, ListTooLong } from '#lib/exports/content.ts';
import { type ExportFailure, readMinutesMax } from '#lib/exports/export.ts';
import { exportKey, fileKey, placeDelete, type StoredExport } from '#lib/exports/items.ts';
import {
  beginExportAttempt,
  completeExport,
  type ExportSums,
  failExport,
  isLatest,
} from '#lib/exports/progress.ts';
import { findExport } from '#lib/exports/read.ts';
import { fileTypeOf } from '#lib/exports/rows.ts';
import { attemptsMax } from '#lib/jobs/attempts.ts';
import { log } from '#lib/runtime/log.ts';
import { isServiceFault } from '#lib/runtime/service-fault.ts';
import type { Services } from '#lib/runtime/services.ts';
import { transactIf } from '#lib/storage/transact-if.ts';
import { Problem } from '#lib/values/problem.ts';
import type { ExportMessage } from '#lib/values/queues.ts';

interface ExportServices extends Services {
  readonly vault: Vault;
  readonly files: BucketWriter;
  readonly cleaner: BucketCleaner;
}

/**
 * Writes the file of an export, or deletes the file of a deleted one. Idempotent: a repeated message finds the export ended or
 * leased. After a crash, the next worker writes the file from its beginning.
 */
export async function runExport(
  services: ExportServices,
  { workspaceId, exportId }: ExportMessage,
  { readMsMax = readMinutesMax * 60_000 } = {},
): Promise<void> {
  const stored = await findExport(services.table, workspaceId, exportId);
  if (stored?.deletedAt !== undefined) return cleanUp(services, stored, stored);
  const attempt = stored && (await beginExportAttempt(services, stored));
  if (attempt === undefined) return;
  // The worker of the last attempt crashed.
  if (attempt.attempts > attemptsMax) return endWithFailure(services, attempt, interrupted);
  const sums = { rows: 0, bytes: 0 };
  try {
    await writeFile(services, attempt, sums, readMsMax);
  } catch (error) {
    if (error instanceof ExportLeaseLost) return cleanUpAfter(services, attempt);
    const reason = reasonOf(error, attempt, sums);
    if (!reason) throw error;
    log('error', 'export failed', { workspaceId, outcome: reason.code }, error);
    await endWithFailure(services, attempt, reason);
  }
}

async function writeFile(
  services: ExportServices,
  attempt: StoredExport,
  sums: ExportSums,
  readMsMax: number,
): Promise<void> {
  // Not the clock of the services, which moves in the local stack.
  const endsAt = performance.now() + readMsMax;
  const content = contentOf(services, attempt, sums, () => performance.now() > endsAt);
  await services.files.write(fileKey(attempt), content, fileTypeOf(attempt));
  if (!(await completeExport(services, attempt, sums))) await cleanUpAfter(services, attempt);
}

/** Cleans up when the worker of an attempt has stopped without completing the export. */
async function cleanUpAfter(services: ExportServices, attempt: StoredExport): Promise<void> {
  const stored = await findExport(services.table, attempt.workspaceId, attempt.id);
  await cleanUp(services, attempt, stored, attempt.attempts);
}

/**
 * Deletes the file of an export that was deleted or ended as failed, when its worker has stopped: the worker of the latest attempt,
 * or another one after the lease. The file of a later attempt is kept.
 */
async function cleanUp(
  { table, cleaner, now }: ExportServices,
  { workspaceId, id }: StoredExport,
  stored: StoredExport | undefined,
  stoppedAttempt?: number,
): Promise<void> {
  const isWanted = stored !== undefined && stored.failure === undefined && stored.deletedAt === undefined;
  if (!isWanted) await cleaner.deleteFile(fileKey({ workspaceId, id }));
  if (stored?.deletedAt === undefined) return;
  const { attempts, leasedUntil, endedAt, deletedAt } = stored;
  const wasRunning = attempts > 0 && endedAt === deletedAt;
  if (wasRunning && attempts !== stoppedAttempt && leasedUntil > now()) return;
  const deletion = { delete: exportKey(stored), if: { pk: 'present' } } as const;
  await transactIf(table, [deletion, ...(wasRunning ? [placeDelete(stored)] : [])]);
}

type FailureReason = Pick<ExportFailure, 'code' | 'message'>;

const interrupted: FailureReason = {
  code: 'interrupted',
  message: 'the worker or a service that it uses failed three times: create the export again',
};

/** Why an export ends because of an error. @returns undefined if the file is written again */
function reasonOf(
  error: unknown,
  { attempts }: StoredExport,
  { rows }: ExportSums,
): FailureReason | undefined {
  // Only an export of recipients names a campaign that can be missing.
  if (error instanceof Problem && error.code === 'NOT_FOUND')
    return { code: 'campaign_deleted', message: 'the campaign was deleted' };
  if (error instanceof ListTooLong) {
    const message = `the list is not at its end after ${readMinutesMax} minutes and ${rows} rows: use a filter to split it`;

    return { code: 'too_large', message };
  }
  if (attempts < attemptsMax) return undefined;
  const message = `the rows after row ${rows} could not be read three times: use a filter to leave them out`;

  return isServiceFault(error) ? interrupted : { code: 'rows_unreadable', message };
}

/** If the worker crashes before it has deleted the file, S3 deletes it after some days. */
async function endWithFailure(
  services: ExportServices,
  attempt: StoredExport,
  reason: FailureReason,
): Promise<void> {
  const hasEnded = await failExport(services, attempt, reason, isLatest(attempt));
  if (hasEnded) await services.cleaner.deleteFile(fileKey(attempt));
}
