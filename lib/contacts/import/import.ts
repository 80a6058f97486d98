import { hash, randomUUID } from 'node:crypto';
import type { Change } from '#lib/commit/change.ts';
import type { ErasedAddressServices } from '#lib/contacts/addresses/erased-address.ts';
import { openBlocklistTable } from '#lib/contacts/import/blocklist/blocklist-table.ts';
import { planImportEnrolment, requireCampaign } from '#lib/contacts/import/enrolment.ts';
import { type FileParts, readFileParts, unpackRows } from '#lib/contacts/import/file-parts.ts';
import { type ChunkOutcome, importKey, importPartPut, mergeOutcomes } from '#lib/contacts/import/items.ts';
import { type ImportFields, type ImportOptions, rawImportFields } from '#lib/contacts/import/options.ts';
import { importQueuePut } from '#lib/contacts/import/queue.ts';
import { readImport } from '#lib/contacts/import/read.ts';
import {
  type ImportReport,
  inlineContactsMax,
  reportedErrorsMax,
  reportedRefusalsMax,
} from '#lib/contacts/import/report.ts';
import { openImportTable } from '#lib/contacts/import/rows.ts';
import { runPart } from '#lib/contacts/import/run-part.ts';
import { type AcceptedImport, importPut, progressPut } from '#lib/contacts/import/state.ts';
import type { Services } from '#lib/runtime/services.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { idFromHash } from '#lib/values/ids.ts';

/** Parts that are written concurrently. */
const partsAtOnce = 8;

export interface ImportRequest {
  readonly csv: Uint8Array;
  readonly options: ImportOptions;
  readonly fields?: ImportFields;
  /** Identical for all retries of a request; undefined if the request has no idempotency key. */
  readonly repeatKey: string | undefined;
}

/** An import before the final commit. A small import is done except for its enrolment; the parts of a large one are stored. */
export interface PreparedImport {
  readonly importId: string;
  readonly options: ImportOptions;
  readonly file: FileParts;
  /** Undefined if workers process the parts. */
  readonly outcome?: ChunkOutcome | undefined;
}

/**
 * Reads a file. Up to `inlineContactsMax` contacts are created and updated immediately; more are stored as parts for workers. A
 * retry with the same `repeatKey` reuses what was written; stored parts without an accepted import expire.
 * @throws Problem 422 for a file that cannot be read or a campaign that does not exist; then nothing is written
 */
export async function prepareImport(
  services: ErasedAddressServices,
  workspaceId: string,
  { csv, options, repeatKey, fields = rawImportFields }: ImportRequest,
): Promise<PreparedImport> {
  const table =
    options.purpose === 'blocklist' ? openBlocklistTable(csv, fields) : openImportTable(csv, options, fields);
  const file = readFileParts(table, fields);
  await requireCampaign(services.table, workspaceId, options.campaignId, fields);
  // The same request, options and file give the same id, so a retry finds its own items.
  const identity =
    repeatKey === undefined
      ? randomUUID()
      : `${repeatKey} ${JSON.stringify(options)} ${hash('sha256', csv, 'base64url')}`;
  const importId = idFromHash('imp', hash('sha256', identity, 'buffer'));
  const prepared = { importId, options, file };

  if (file.contacts > inlineContactsMax) {
    await storeParts(services, workspaceId, prepared);

    return prepared;
  }
  const outcomes: ChunkOutcome[] = [];
  for (const [part, packed] of file.parts.entries()) {
    const rows = unpackRows(packed);
    const { onDuplicate } = options;
    const partToRun = { importId, part, rows, onDuplicate, isInline: true };
    const outcome = await runPart(services, workspaceId, partToRun);
    // Without a deadline, the outcome is always defined.
    if (outcome) outcomes.push(outcome);
  }

  return { ...prepared, outcome: mergeOutcomes(outcomes) };
}

/** Idempotent: a retry writes the same parts with the same keys. */
async function storeParts(
  { table, now }: Services,
  workspaceId: string,
  { importId, file }: PreparedImport,
): Promise<void> {
  for (const batch of chunksOf([...file.parts.entries()], partsAtOnce)) {
    const puts = batch.map(([part, rows]) => importPartPut(workspaceId, importId, part, rows, now()));
    await Promise.all(puts.map((put) => table.put(put)));
  }
}

/** Plans the final commit: the enrolment of a small import, or the acceptance of a large import with its queue message. */
export async function planImport(
  services: Services,
  workspaceId: string,
  { importId, options, file, outcome }: PreparedImport,
): Promise<Change<ImportReport>> {
  const { campaignId, onDuplicate, purpose } = options;
  const base = {
    workspaceId,
    importId,
    onDuplicate,
    ...(purpose && { purpose }),
    ...(campaignId !== undefined && { campaignId }),
  };
  if (outcome) {
    const enrolment = await planImportEnrolment(services, workspaceId, campaignId, outcome);
    const report = reportOf(importId, file, outcome, enrolment.result);

    return {
      ...enrolment,
      writes: [importPut({ ...base, parts: 0, report }, services.now()), ...enrolment.writes],
      result: report,
    };
  }
  const report = reportOf(importId, file);

  return acceptImport(services, { ...base, parts: file.parts.length, report });
}

/** Returns the existing report if the import was accepted before and its idempotency record has expired. */
async function acceptImport(
  { table, now }: Services,
  newImport: AcceptedImport,
): Promise<Change<ImportReport>> {
  const accepted = { ...newImport, queuedAt: now() };
  const { workspaceId, importId, report } = accepted;
  const existing = await table.get(importKey(workspaceId, importId), { consistent: true });
  if (existing) return { writes: [], result: await readImport(table, existing) };

  return {
    writes: [importPut(accepted, now()), progressPut(accepted, now()), importQueuePut(accepted)],
    messages: [{ queue: 'imports', message: { importId } }],
    result: report,
  };
}

const emptyOutcome: ChunkOutcome = { created: [], updated: [], skipped: [], errors: [] };
const emptyEnrolment = { enrolled: 0, notEnrolled: [] };

/** @param outcome undefined if workers process the import */
function reportOf(
  importId: string,
  { rows, duplicatesInFile, failed, errors, errorsTruncated, warnings }: FileParts,
  outcome?: ChunkOutcome,
  { enrolled, notEnrolled }: Pick<ImportReport, 'enrolled' | 'notEnrolled'> = emptyEnrolment,
): ImportReport {
  const { created, updated, skipped, errors: chunkErrors } = outcome ?? emptyOutcome;
  const counts = {
    created: created.length,
    updated: updated.length,
    skipped: skipped.length,
    duplicatesInFile,
    failed: failed + chunkErrors.length,
  };
  const allErrors = [...errors, ...chunkErrors].sort((one, other) => one.row - other.row);

  return {
    importId,
    status: outcome ? 'completed' : 'running',
    statusReason: null,
    rowsInFile: rows,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    ...counts,
    enrolled,
    notEnrolled: notEnrolled.slice(0, reportedRefusalsMax),
    notEnrolledTruncated: notEnrolled.length > reportedRefusalsMax,
    errors: allErrors.slice(0, reportedErrorsMax),
    errorsTruncated: errorsTruncated || allErrors.length > reportedErrorsMax,
    warnings: [...warnings],
  };
}
