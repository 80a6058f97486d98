import { NewContact } from '#lib/contacts/contact.ts';
import { importPagePut, packJson, reportPut, type StoredImport } from '#lib/contacts/import/items.ts';
import type { ImportReport } from '#lib/contacts/import/report.ts';
import { jobStart, newJobFields } from '#lib/jobs/jobs.ts';
import type { Services } from '#lib/runtime/services.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { newId } from '#lib/values/ids.ts';

export interface SmallImport {
  /** Contacts, or values of the blocklist as `{ value }`. */
  readonly rows: readonly Record<string, unknown>[];
  /** Replaced fields of stored rows, by row index, which a request could not set to these values. */
  readonly damaged?: Readonly<Record<number, Record<string, unknown>>>;
  /** Rows per page. Default: 30, which are two chunks. */
  readonly pageRows?: number;
  readonly onDuplicate?: 'skip' | 'update';
  readonly campaignId?: string;
}

/**
 * Creates an import in the state that a request leaves for workers, with small pages so that tests can
 * observe every step.
 * @returns its id
 */
export async function acceptImport(
  { table, now }: Services,
  workspaceId: string,
  { rows, damaged = {}, pageRows = 30, onDuplicate = 'skip', campaignId }: SmallImport,
): Promise<string> {
  const importId = newId('imp', now());
  const isBlocklist = rows.some((row) => 'value' in row);
  const numbered = rows.map((row, at) => ({
    row: at + 1,
    ...(isBlocklist ? row : { contact: { ...NewContact.parse(row), ...damaged[at] } }),
  }));
  const pages = chunksOf(numbered, pageRows);
  const ref = { workspaceId, id: importId };
  for (const [page, members] of pages.entries()) {
    await table.put(importPagePut(ref, page, packJson(members), now()));
  }
  const none = { created: 0, updated: 0, skipped: 0, failed: 0, enrolled: 0 };
  const job = {
    ...newJobFields('import', ref, now()),
    isQueued: true,
    pages: pages.length,
    page: 0,
    onDuplicate,
    ...(campaignId && { campaignId }),
    ...none,
    notEnrolled: 0,
  } satisfies StoredImport;
  const report = {
    importId,
    status: 'running',
    statusReason: null,
    rowsInFile: rows.length,
    total: 0,
    duplicatesInFile: 0,
    ...none,
    notEnrolled: [],
    notEnrolledTruncated: false,
    errors: [],
    errorsTruncated: false,
    warnings: [],
  } satisfies ImportReport;
  await table.transact([reportPut(ref, report, now()), ...jobStart(job).writes]);

  return importId;
}
