import { commit } from '#lib/commit/commit.ts';
import type { ErasedAddressServices } from '#lib/contacts/addresses/erased-address.ts';
import { planImportEnrolment } from '#lib/contacts/import/enrolment.ts';
import { unpackRows } from '#lib/contacts/import/file-parts.ts';
import {
  type ChunkOutcome,
  importChunksOfPart,
  importPartKey,
  toPackedRows,
  toRecordedChunks,
} from '#lib/contacts/import/items.ts';
import type { ImportFailure } from '#lib/contacts/import/report.ts';
import type { ImportedRow } from '#lib/contacts/import/rows.ts';
import { failPart, type Part, runPart } from '#lib/contacts/import/run-part.ts';
import { type AcceptedImport, partEndWrites } from '#lib/contacts/import/state.ts';
import { type PartAttempt, withAttemptCount } from '#lib/runtime/count-attempts.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Item, TransactionRefused } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';

const rowReason = 'was not imported, because its part of the file failed three times: import the row again';

/**
 * Processes the rest of a part. After the maximum number of attempts, or if its rows have expired, its remaining rows fail, and
 * the import reports the reason. Later parts are still processed.
 * @returns false if the time ran out before the end
 */
export async function processImportPart(
  services: ErasedAddressServices,
  accepted: AcceptedImport,
  part: number,
  { deadline, isRedelivered }: PartAttempt,
): Promise<boolean> {
  const { table, now } = services;
  const { workspaceId, importId, onDuplicate } = accepted;
  if (now() > deadline) return false;
  const [item, chunks] = await Promise.all([
    table.get(importPartKey(workspaceId, importId, part), { consistent: true }),
    table.query(importChunksOfPart(workspaceId, importId, part)),
  ]);
  const rows = readRows(item);
  const partToRun = (): Part => ({
    importId,
    part,
    onDuplicate,
    isInline: false,
    rows: rows ?? [],
    recorded: toRecordedChunks(chunks.items),
    isLate: () => now() > deadline,
  });
  const giveUp = () => failRemainingRows(services, accepted, partToRun());
  if (!item || !rows) {
    await giveUp();

    return true;
  }
  const key = importPartKey(workspaceId, importId, part);
  const work = { key, tries: Number(item['tries'] ?? 0), isRedelivered, giveUp };

  return withAttemptCount(table, work, async () => {
    const outcome = await runPart(services, workspaceId, partToRun());
    if (outcome) await retryOnConflict(() => commitPart(services, accepted, part, outcome));

    return outcome !== undefined;
  });
}

/** @returns undefined if the rows have expired or cannot be unpacked */
function readRows(item: Item | undefined): readonly ImportedRow[] | undefined {
  try {
    return item && unpackRows(toPackedRows(item));
  } catch {
    return undefined;
  }
}

async function failRemainingRows(
  services: Services,
  accepted: AcceptedImport,
  partToRun: Part,
): Promise<void> {
  const outcome = await failPart(services, accepted.workspaceId, partToRun, rowReason);
  const failure: ImportFailure = {
    code: 'part_unfinished',
    message:
      'a part of the file failed three times; its remaining rows are reported as failed, and the contacts of this part were not enrolled in the campaign',
    occurredAt: timestamp(services.now()),
  };
  await commitPart(services, accepted, partToRun.part, outcome, failure);
}

/** Commits the part's sums and the enrolment of its contacts, once. Idempotent: the DONE# mark rejects a repetition. */
async function commitPart(
  services: Services,
  accepted: AcceptedImport,
  part: number,
  outcome: ChunkOutcome,
  failure?: ImportFailure,
): Promise<void> {
  const { workspaceId } = accepted;
  // The contacts of a failed part are not enrolled.
  const campaignId = failure ? undefined : accepted.campaignId;
  const {
    result,
    writes,
    messages = [],
  } = await planImportEnrolment(services, workspaceId, campaignId, outcome);
  const { created, updated, skipped, errors } = outcome;
  const { enrolled, notEnrolled } = result;
  const added = {
    partsDone: 1,
    created: created.length,
    updated: updated.length,
    skipped: skipped.length,
    failed: errors.length,
    enrolled,
    notEnrolled: notEnrolled.length,
  };
  const detail = { errors, notEnrolled };
  const endWrites = partEndWrites(accepted, part, { added, detail, failure, now: services.now() });
  try {
    await commit(services, workspaceId, { writes: [...endWrites, ...writes], messages });
  } catch (error) {
    // The DONE# mark is the first write.
    if (!(error instanceof TransactionRefused) || !error.failed.has(0)) throw error;
  }
}
