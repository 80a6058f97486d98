import { hash, randomUUID } from 'node:crypto';
import type { Change, EffectGuard } from '#lib/commit/change.ts';
import type { ErasedAddressServices } from '#lib/contacts/addresses/erased-address.ts';
import { planImportEnrolment, requireCampaign } from '#lib/contacts/import/enrolment.ts';
import { type FilePages, readFilePages, unpackRows } from '#lib/contacts/import/file-pages.ts';
import {
  type ChunkOutcome,
  importKind,
  importPagePut,
  mergeOutcomes,
  reportPut,
  type StoredImport,
  startPut,
} from '#lib/contacts/import/items.ts';
import { type ImportFields, type ImportOptions, rawImportFields } from '#lib/contacts/import/options.ts';
import { findImport } from '#lib/contacts/import/read.ts';
import {
  type ImportReport,
  inlineContactsMax,
  reportedErrorsMax,
  reportedRefusalsMax,
} from '#lib/contacts/import/report.ts';
import { openImportFile } from '#lib/contacts/import/rows.ts';
import { runPage } from '#lib/contacts/import/run-page.ts';
import { jobStart, newJobFields } from '#lib/jobs/jobs.ts';
import type { Services } from '#lib/runtime/services.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { idFromHash, timestamp } from '#lib/values/ids.ts';

/** Pages that are written concurrently. */
const pagesAtOnce = 8;

export interface ImportRequest {
  readonly csv: Uint8Array;
  readonly options: ImportOptions;
  readonly fields?: ImportFields;
  /** Identical for all retries of a request; undefined if the request has no idempotency key. */
  readonly repeatKey: string | undefined;
  /** Reads the header line. Default: of a file of contacts. */
  readonly openFile?: typeof openImportFile;
}

/** An import before the final commit. A small import is done except for its enrolment; the pages of a large one are stored. */
export interface PreparedImport {
  readonly importId: string;
  readonly options: ImportOptions;
  readonly file: FilePages;
  /** Undefined if a job imports the pages. */
  readonly outcome?: ChunkOutcome | undefined;
}

/**
 * Reads a file. Up to `inlineContactsMax` contacts are created and updated immediately; more are stored as pages for a job. A
 * retry with the same `repeatKey` reuses what was written; stored pages without an accepted import expire.
 * @throws Problem 401; 422 for a file that cannot be read, a campaign that does not exist, or the `repeatKey` of another file. Then
 * nothing is written
 */
export async function prepareImport(
  services: ErasedAddressServices,
  workspaceId: string,
  { csv, options, repeatKey, fields = rawImportFields, openFile = openImportFile }: ImportRequest,
  effects: EffectGuard,
): Promise<PreparedImport> {
  const file = readFilePages(openFile(csv, options, fields), fields);
  await requireCampaign(services.table, workspaceId, options.campaignId, fields);
  // The same request, options and file give the same id, so a retry finds its own items.
  const identity =
    repeatKey === undefined
      ? randomUUID()
      : `${repeatKey} ${JSON.stringify(options)} ${hash('sha256', csv, 'base64url')}`;
  const importId = idFromHash('imp', hash('sha256', identity, 'buffer'));
  const prepared = { importId, options, file };

  if (file.contacts > inlineContactsMax) {
    await storePages(services, workspaceId, prepared);

    return prepared;
  }
  await effects.commitFirst(
    [startPut({ workspaceId, id: importId }, repeatKey ?? importId, services.now())],
    {
      importId,
    },
  );
  const outcomes: ChunkOutcome[] = [];
  const { onDuplicate } = options;
  const acceptedAt = timestamp(services.now());
  for (const [page, packed] of file.pages.entries()) {
    const rows = unpackRows(packed);
    const pageToRun = { importId, page, rows, onDuplicate, acceptedAt, isInline: true };
    outcomes.push(await runPage(services, workspaceId, pageToRun));
  }

  return { ...prepared, outcome: mergeOutcomes(outcomes) };
}

/** Idempotent: a retry writes the same pages with the same keys. */
async function storePages(
  { table, now }: Services,
  workspaceId: string,
  { importId, file }: PreparedImport,
): Promise<void> {
  const job = { workspaceId, id: importId };
  for (const batch of chunksOf([...file.pages.entries()], pagesAtOnce)) {
    const puts = batch.map(([page, rows]) => importPagePut(job, page, rows, now()));
    await Promise.all(puts.map((put) => table.put(put)));
  }
}

/** Plans the final commit: the enrolment of a small import, or the acceptance of a large import with its queue message. */
export async function planImport(
  services: Services,
  workspaceId: string,
  { importId, options, file, outcome }: PreparedImport,
): Promise<Change<ImportReport>> {
  const { campaignId } = options;
  if (outcome) {
    const enrolment = await planImportEnrolment(services, workspaceId, campaignId, outcome);
    const report = reportOf(importId, file, outcome, enrolment.result);
    const put = reportPut({ workspaceId, id: importId }, report, services.now());

    return { ...enrolment, writes: [put, ...enrolment.writes], result: report };
  }

  return acceptImport(services, workspaceId, { importId, options, file });
}

/** Returns the existing report if the import was accepted before and its idempotency record has expired. */
async function acceptImport(
  { table, now }: Services,
  workspaceId: string,
  { importId, options, file }: PreparedImport,
): Promise<Change<ImportReport>> {
  const { campaignId, onDuplicate } = options;
  const existing = await findImport(table, workspaceId, importId);
  if (existing) return { writes: [], result: existing };
  const job: StoredImport = {
    ...newJobFields(importKind, { workspaceId, id: importId }, now()),
    isQueued: true,
    onDuplicate,
    ...(campaignId !== undefined && { campaignId }),
    pages: file.pages.length,
    page: 0,
    created: 0,
    updated: 0,
    skipped: 0,
    failed: 0,
    enrolled: 0,
    notEnrolled: 0,
  };
  const report = reportOf(importId, file);
  const { writes, messages } = jobStart(job);

  return { writes: [reportPut(job, report, now()), ...writes], messages, result: report };
}

const emptyOutcome: ChunkOutcome = { count: 0, created: [], updated: [], skipped: [], errors: [] };
const emptyEnrolment = { enrolled: 0, notEnrolled: [] };

/** @param outcome undefined if a job processes the import */
function reportOf(
  importId: string,
  { rows, duplicatesInFile, failed, errors, errorsTruncated, warnings }: FilePages,
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
