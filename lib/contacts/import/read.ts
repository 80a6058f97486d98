import { importDetails, importKey, progressKey } from '#lib/contacts/import/items.ts';
import { type ImportReport, reportedErrorsMax, reportedRefusalsMax } from '#lib/contacts/import/report.ts';
import {
  type Detail,
  type ImportProgress,
  type Sums,
  toDetail,
  toImport,
  toProgress,
} from '#lib/contacts/import/state.ts';
import type { Services } from '#lib/runtime/services.ts';
import { readItems } from '#lib/storage/read-all.ts';
import type { Item, Table } from '#lib/storage/table.ts';
import { notFound } from '#lib/values/problem.ts';

/** @throws Problem 404 */
export async function getImport(
  { table }: Services,
  workspaceId: string,
  importId: string,
): Promise<ImportReport> {
  const item = await table.get(importKey(workspaceId, importId), { consistent: true });
  if (!item) throw notFound();

  return readImport(table, item);
}

/** The report of an import, with the sums of its finished parts. */
export async function readImport(table: Table, item: Item): Promise<ImportReport> {
  const { workspaceId, importId, parts, report } = toImport(item);
  // The import ran within its request, so its report is final.
  if (parts === 0) return report;
  const progressItem = await table.get(progressKey(workspaceId, importId), { consistent: true });
  if (!progressItem) return report;
  const progress = toProgress(progressItem);
  const details = await readDetails(table, workspaceId, importId, progress);

  return withProgress(
    report,
    progress,
    details,
    progress.partsDone === parts || progress.abandonedAt !== undefined,
  );
}

/** Reads the errors and refusals of single rows in the order of parts, until the report's limits are reached. */
async function readDetails(
  table: Table,
  workspaceId: string,
  importId: string,
  { failed, notEnrolled }: Sums,
): Promise<Detail> {
  const detail = { errors: [] as Detail['errors'], notEnrolled: [] as Detail['notEnrolled'] };
  const hasEnough = () =>
    detail.errors.length >= Math.min(failed, reportedErrorsMax) &&
    detail.notEnrolled.length >= Math.min(notEnrolled, reportedRefusalsMax);
  if (hasEnough()) return detail;
  for await (const item of readItems(table, importDetails(workspaceId, importId))) {
    const ofPart = toDetail(item);
    detail.errors.push(...ofPart.errors);
    detail.notEnrolled.push(...ofPart.notEnrolled);
    if (hasEnough()) break;
  }

  return detail;
}

function statusOf({ failure }: ImportProgress, hasEnded: boolean): ImportReport['status'] {
  if (!hasEnded) return 'running';

  return failure ? 'failed' : 'completed';
}

/** @param accepted the report as it was when the import was accepted */
function withProgress(
  accepted: ImportReport,
  progress: ImportProgress,
  details: Detail,
  hasEnded: boolean,
): ImportReport {
  const { created, updated, skipped, enrolled } = progress;
  const { duplicatesInFile } = accepted;
  const failed = accepted.failed + progress.failed;
  const errors = [...accepted.errors, ...details.errors]
    .sort((one, other) => one.row - other.row)
    .slice(0, reportedErrorsMax);
  const notEnrolled = details.notEnrolled.slice(0, reportedRefusalsMax);

  return {
    ...accepted,
    status: statusOf(progress, hasEnded),
    statusReason: progress.failure ?? null,
    total: created + updated + skipped + duplicatesInFile + failed,
    created,
    updated,
    skipped,
    failed,
    enrolled,
    notEnrolled,
    errors,
    notEnrolledTruncated: progress.notEnrolled > notEnrolled.length,
    errorsTruncated: failed > errors.length,
  };
}
