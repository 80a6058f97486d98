import { NewContact } from '#lib/contacts/contact.ts';
import { importPartPut, packJson } from '#lib/contacts/import/items.ts';
import { importQueuePut } from '#lib/contacts/import/queue.ts';
import { type AcceptedImport, importPut, progressPut } from '#lib/contacts/import/state.ts';
import type { Services } from '#lib/runtime/services.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { newId } from '#lib/values/ids.ts';

export interface SmallImport {
  /** Contacts, or values of the blocklist as `{ value }`. */
  readonly rows: readonly Record<string, unknown>[];
  /** Replaced fields of stored rows, by row index, which a request could not set to these values. */
  readonly damaged?: Readonly<Record<number, Record<string, unknown>>>;
  /** Rows per part. Default: 30, which are two chunks. */
  readonly partRows?: number;
  readonly onDuplicate?: 'skip' | 'update';
  readonly campaignId?: string;
}

/**
 * Creates an import in the state that a request leaves for workers, with small parts so that tests can
 * observe every step.
 * @returns its id
 */
export async function acceptImport(
  { table, now }: Services,
  workspaceId: string,
  { rows, damaged = {}, partRows = 30, onDuplicate = 'skip', campaignId }: SmallImport,
): Promise<string> {
  const importId = newId('imp', now());
  const isBlocklist = rows.some((row) => 'value' in row);
  const numbered = rows.map((row, at) => ({
    row: at + 1,
    ...(isBlocklist ? row : { contact: { ...NewContact.parse(row), ...damaged[at] } }),
  }));
  const parts = chunksOf(numbered, partRows);
  for (const [part, members] of parts.entries()) {
    await table.put(importPartPut(workspaceId, importId, part, packJson(members), now()));
  }
  const none = { total: 0, created: 0, updated: 0, skipped: 0, duplicatesInFile: 0, failed: 0, enrolled: 0 };
  const accepted = {
    queuedAt: now(),
    workspaceId,
    importId,
    parts: parts.length,
    onDuplicate,
    ...(isBlocklist && { purpose: 'blocklist' as const }),
    ...(campaignId && { campaignId }),
    report: {
      importId,
      status: 'running',
      statusReason: null,
      rowsInFile: rows.length,
      ...none,
      notEnrolled: [],
      notEnrolledTruncated: false,
      errors: [],
      errorsTruncated: false,
      warnings: [],
    },
  } satisfies AcceptedImport;
  await table.transact([importPut(accepted, now()), progressPut(accepted, now()), importQueuePut(accepted)]);

  return importId;
}
