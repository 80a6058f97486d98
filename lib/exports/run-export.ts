import type { BucketCleaner } from '#lib/bucket/bucket.ts';
import type { ExportFailure } from '#lib/exports/export.ts';
import { exportKey, fileKey, type StoredExport } from '#lib/exports/items.ts';
import type { ExportMessage } from '#lib/exports/message.ts';
import { claimExport, completeExport, failExport } from '#lib/exports/progress.ts';
import { findExport } from '#lib/exports/read.ts';
import { removeFiles } from '#lib/exports/remove.ts';
import { type ChunkServices, writeChunk } from '#lib/exports/write-chunk.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import { attemptsMax } from '#lib/runtime/count-attempts.ts';
import { log } from '#lib/runtime/log.ts';
import { isServiceFault } from '#lib/runtime/service-fault.ts';
import { Problem } from '#lib/values/problem.ts';

/** After this time, half of the timeout, a run reads no further page and queues a message for the next run. Milliseconds. */
const workTimeMs = 30_000;

/** Maximum attempts at one chunk without progress, if workers crash or AWS services fail. */
const triesMax = 5;

/** Parts of 5 MiB, so about 5 GB. The list of all parts is stored in one item. */
const partsMax = 1000;

/** Maximum part number of S3. The number of a claim is the number of its part. */
const claimsMax = 10_000;

interface ExportServices extends ChunkServices {
  readonly cleaner: BucketCleaner;
  readonly bulkjobs: Queue<ExportMessage>;
}

/**
 * Writes an export chunk by chunk until the time is over. Idempotent: only the latest claim commits its chunk, so concurrent or
 * repeated work takes effect once. After a crash, the next worker continues after the last committed chunk.
 */
export async function runExport(services: ExportServices, message: ExportMessage): Promise<void> {
  const { table, now } = services;
  const deadline = now() + workTimeMs;
  const stored = await findExport(table, message.workspaceId, message.exportId);
  if (stored?.deletedAt !== undefined) {
    await removeFiles(services.cleaner, stored);

    return table.transact([{ delete: exportKey(stored) }]);
  }
  for (let current = stored; current !== undefined; ) {
    const claim = await claimExport(services, current);
    if (claim === undefined) return;
    const failure = failureOf(claim);
    if (failure) return endWithFailure(services, claim, failure);
    // All rows are in parts.
    if (claim.isRead) return finishUpload(services, claim);
    current = await writeNextChunk(services, claim, deadline);
    if (current !== undefined && now() > deadline) return services.bulkjobs.send([{ message }]);
  }
}

type FailureReason = Pick<ExportFailure, 'code' | 'message'>;

const interrupted: FailureReason = {
  code: 'interrupted',
  message: 'the worker or a service that it uses failed five times: create the export again',
};
const rowsUnreadable: FailureReason = {
  code: 'rows_unreadable',
  message: 'the next rows of the list could not be read three times: use a filter to leave them out',
};
const uploadExpired: FailureReason = {
  code: 'upload_expired',
  message: 'the unfinished file was deleted after a day without progress: create the export again',
};

function failureOf({ tries, claims, parts }: StoredExport): FailureReason | undefined {
  if (tries > triesMax) return interrupted;
  if (parts.length < partsMax && claims <= claimsMax) return undefined;

  return { code: 'too_large', message: 'the file would be larger than 5 GB: use a filter to split it' };
}

/** @returns undefined if the export has ended, or another worker has claimed it */
async function writeNextChunk(
  services: ExportServices,
  claim: StoredExport,
  deadline: number,
): Promise<StoredExport | undefined> {
  try {
    return await writeChunk(services, claim, deadline);
  } catch (error) {
    const reason = reasonOf(error, claim);
    if (!reason) throw error;
    log('error', 'export failed', { workspaceId: claim.workspaceId, outcome: reason.code }, error);
    await endWithFailure(services, claim, reason);

    return undefined;
  }
}

/** Why an export ends because of an error. @returns undefined if the chunk is tried again */
function reasonOf(error: unknown, { tries }: StoredExport): FailureReason | undefined {
  // Only an export of recipients names a campaign that can be missing.
  if (error instanceof Problem && error.code === 'NOT_FOUND')
    return { code: 'campaign_deleted', message: 'the campaign was deleted' };

  // Errors of files are errors of S3.
  return isServiceFault(error) || tries < attemptsMax ? undefined : rowsUnreadable;
}

async function finishUpload(services: ExportServices, claim: StoredExport): Promise<void> {
  const { file = 0, uploadId = '', parts } = claim;
  const isComplete = await services.files.completeUpload({ key: fileKey(claim, file), uploadId }, parts);
  // S3 aborts an upload that is unfinished for a day; then its parts are lost.
  if (!isComplete) return endWithFailure(services, claim, uploadExpired);
  await completeExport(services, claim);
}

/** If the worker crashes before it has deleted the files, S3 deletes them after some days. */
async function endWithFailure(
  services: ExportServices,
  claim: StoredExport,
  reason: FailureReason,
): Promise<void> {
  if (await failExport(services, claim, reason)) await removeFiles(services.cleaner, claim);
}
