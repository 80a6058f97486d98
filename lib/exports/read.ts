import type { DownloadUrls } from '#lib/bucket/download-url.ts';
import { type Export, type ExportSummary, fileDays, urlSeconds } from '#lib/exports/export.ts';
import { exportKey, exportsOf, fileKey, type StoredExport, toStoredExport } from '#lib/exports/items.ts';
import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';
import { notFound } from '#lib/values/problem.ts';

const dayMs = 86_400_000;

/** @throws Problem 404 */
export async function getExport(
  { table, now, downloadUrls }: Services & { readonly downloadUrls: DownloadUrls },
  workspaceId: string,
  exportId: string,
): Promise<Export> {
  const stored = await findExport(table, workspaceId, exportId);
  if (!stored || stored.deletedAt !== undefined) throw notFound();
  const summary = presentExport(stored);

  return { ...summary, downloadUrl: await downloadUrlOf(summary, stored, { now: now(), downloadUrls }) };
}

/** Null unless the file is complete and exists. The URL is never valid longer than the file exists. */
async function downloadUrlOf(
  { status, expiresAt }: ExportSummary,
  stored: StoredExport,
  { now, downloadUrls }: { readonly now: number; readonly downloadUrls: DownloadUrls },
): Promise<string | null> {
  if (status !== 'completed' || expiresAt === null) return null;
  const secondsLeft = Math.floor((Date.parse(expiresAt) - now) / 1000);
  if (secondsLeft <= 0) return null;
  const validSeconds = Math.min(urlSeconds, secondsLeft);

  return downloadUrls({ key: fileKey(stored), now, validSeconds });
}

/** Newest first. */
export function listExports(
  { table }: Services,
  workspaceId: string,
  request: PageRequest,
): Promise<Page<ExportSummary>> {
  return queryPage(table, {
    ...exportsOf(workspaceId),
    request,
    read: (items) =>
      items
        .map(toStoredExport)
        .map((stored) => (stored.deletedAt === undefined ? presentExport(stored) : undefined)),
  });
}

export async function findExport(
  table: Table,
  workspaceId: string,
  exportId: string,
): Promise<StoredExport | undefined> {
  const item = await table.get(exportKey({ workspaceId, id: exportId }));

  return item && toStoredExport(item);
}

/** The export's representation in the API, without its URL. The first attempt starts an export. */
export function presentExport(stored: StoredExport): ExportSummary {
  const { id, type, format, campaignId, filter, customFields, rows, bytes, createdAt } = stored;
  const { attempts, failure, endedAt } = stored;
  const isComplete = endedAt !== undefined && failure === undefined;
  const endedStatus = isComplete ? 'completed' : 'failed';
  const openStatus = attempts === 0 ? 'queued' : 'running';

  return {
    id,
    type,
    format,
    campaignId: campaignId ?? null,
    filter: filter ?? {},
    customFields: customFields ?? [],
    status: endedAt === undefined ? openStatus : endedStatus,
    statusReason: failure ?? null,
    rows,
    bytes,
    createdAt,
    endedAt: endedAt ?? null,
    expiresAt: isComplete ? timestamp(Date.parse(endedAt) + fileDays * dayMs) : null,
  };
}
