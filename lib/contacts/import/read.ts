import {
  type Detail,
  importDetails,
  reportKey,
  type StoredImport,
  toDetail,
  toReport,
  toStoredImport,
} from '#lib/contacts/import/items.ts';
import { type ImportReport, reportedErrorsMax, reportedRefusalsMax } from '#lib/contacts/import/report.ts';
import { findJob } from '#lib/jobs/jobs.ts';
import type { Services } from '#lib/runtime/services.ts';
import { readItems } from '#lib/storage/read-all.ts';
import type { Table } from '#lib/storage/table.ts';
import { notFound } from '#lib/values/problem.ts';

/** @throws Problem 404 */
export async function getImport(
  { table }: Services,
  workspaceId: string,
  importId: string,
): Promise<ImportReport> {
  const report = await findImport(table, workspaceId, importId);
  if (!report) throw notFound();

  return report;
}

/** The report of an import, with the sums of its finished pages. */
export async function findImport(
  table: Table,
  workspaceId: string,
  importId: string,
): Promise<ImportReport | undefined> {
  const ref = { workspaceId, id: importId };
  const item = await table.get(reportKey(ref));
  if (!item) return undefined;
  const report = toReport(item);
  // The import ran within its request, so its report is final.
  if (report.status !== 'running') return report;
  const jobItem = await findJob(table, ref);
  if (!jobItem) return report;
  const job = toStoredImport(jobItem);

  return withProgress(report, job, await readDetails(table, job));
}

/** Reads the errors and refusals of single rows in the order of pages, until the report's limits are reached. */
async function readDetails(table: Table, job: StoredImport): Promise<Detail> {
  const { failed, notEnrolled } = job;
  const detail = { errors: [] as Detail['errors'], notEnrolled: [] as Detail['notEnrolled'] };
  const hasEnough = () =>
    detail.errors.length >= Math.min(failed, reportedErrorsMax) &&
    detail.notEnrolled.length >= Math.min(notEnrolled, reportedRefusalsMax);
  if (hasEnough()) return detail;
  for await (const item of readItems(table, importDetails(job))) {
    const ofPage = toDetail(item);
    detail.errors.push(...ofPage.errors);
    detail.notEnrolled.push(...ofPage.notEnrolled);
    if (hasEnough()) break;
  }

  return detail;
}

function statusOf({ failure, endedAt }: StoredImport): ImportReport['status'] {
  if (endedAt === undefined) return 'running';

  return failure ? 'failed' : 'completed';
}

/** @param accepted the report as it was when the import was accepted */
function withProgress(accepted: ImportReport, progress: StoredImport, details: Detail): ImportReport {
  const { created, updated, skipped, enrolled } = progress;
  const { duplicatesInFile } = accepted;
  const failed = accepted.failed + progress.failed;
  const errors = [...accepted.errors, ...details.errors]
    .sort((one, other) => one.row - other.row)
    .slice(0, reportedErrorsMax);
  const notEnrolled = details.notEnrolled.slice(0, reportedRefusalsMax);

  return {
    ...accepted,
    status: statusOf(progress),
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
