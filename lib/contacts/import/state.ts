import * as z from 'zod/mini';
import {
  detailKey,
  doneKey,
  importKey,
  importsIndex,
  packJson,
  progressKey,
  unpackJson,
} from '#lib/contacts/import/items.ts';
import { ImportFailure, ImportReport, RowError } from '#lib/contacts/import/report.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { reportExpiry } from '#lib/storage/item.ts';
import type { Item, Put, Update, Write } from '#lib/storage/table.ts';
import { worklistAttributeNames, worklistAttributes } from '#lib/storage/worklist.ts';
import type { ImportMessage } from '#lib/values/queues.ts';

const ImportItem = z.object({
  workspaceId: z.string(),
  importId: z.string(),
  /** 0 if the import ran within the request. */
  parts: z.int(),
  /** Absent for an import of contacts. */
  purpose: z.optional(z.literal('blocklist')),
  onDuplicate: z.enum(['skip', 'update']),
  campaignId: z.optional(z.string()),
  /** When it was queued, in epoch milliseconds; absent if the import ran within the request. */
  queuedAt: z.optional(z.int()),
  report: z.instanceof(Uint8Array),
});
type ImportItem = z.infer<typeof ImportItem>;
export type AcceptedImport = Omit<ImportItem, 'report'> & { readonly report: ImportReport };

export function toImport(item: Item): AcceptedImport {
  const { report, ...rest } = ImportItem.parse(item);

  return { ...rest, report: ImportReport.parse(unpackJson(report)) };
}

/** Unconditional: a repeated inline import writes the same item. For other imports, `progressPut` rejects a repetition. */
export function importPut({ report, ...accepted }: AcceptedImport, now: number): Put {
  const { workspaceId, importId } = accepted;

  return {
    put: {
      ...importKey(workspaceId, importId),
      ...accepted,
      report: packJson(report),
      ...reportExpiry(now),
      gsi4pk: importsIndex(workspaceId),
      gsi4sk: importId,
    },
  };
}

/** Sums over the finished parts of an import. */
const sums = {
  partsDone: z.int(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  failed: z.int(),
  enrolled: z.int(),
  notEnrolled: z.int(),
};
export type Sums = Record<keyof typeof sums, number>;

const ProgressItem = z.object({
  workspaceId: z.string(),
  importId: z.string(),
  ...sums,
  failure: z.optional(ImportFailure),
  /** Present if the import ended before all its parts. */
  abandonedAt: z.optional(z.string()),
});
export type ImportProgress = z.infer<typeof ProgressItem>;

export const toProgress = (item: Item): ImportProgress => ProgressItem.parse(item);

/** The progress of an accepted import. It is on the sweeper's worklist until the import ends. */
export function progressPut({ workspaceId, importId }: AcceptedImport, now: number): Put {
  return {
    put: {
      ...progressKey(workspaceId, importId),
      workspaceId,
      importId,
      ...Object.fromEntries(Object.keys(sums).map((name) => [name, 0])),
      ...worklistAttributes('import', importId, now),
      ...reportExpiry(now),
    },
    if: { pk: 'absent' },
    otherwise: () => new StaleDecision('the import was accepted concurrently'),
  };
}

/** The queue message that resumes a stalled import; undefined if the import has ended. */
export function readImportMessage(item: Item | undefined): ImportMessage | undefined {
  // A worker that was in flight may put an abandoned import on the worklist again.
  if (item?.['gsi3pk'] === undefined || item['abandonedAt'] !== undefined) return undefined;
  const { workspaceId, importId } = ProgressItem.parse(item);

  return { workspaceId, importId };
}

/** Reported errors and refusals of single rows of a part. */
const Detail = z.object({ errors: z.array(RowError), notEnrolled: ImportReport.shape.notEnrolled });
export type Detail = z.infer<typeof Detail>;

export const toDetail = (item: Item): Detail =>
  Detail.parse(unpackJson(z.instanceof(Uint8Array).parse(item['detail'])));

interface PartResult {
  readonly added: Sums;
  readonly detail: Detail;
  /** Why the part could not be finished. */
  readonly failure?: ImportFailure | undefined;
  readonly now: number;
}

/** The writes that end a part. The condition of the first one fails if the part has already ended. */
export function partEndWrites(
  { workspaceId, importId }: AcceptedImport,
  part: number,
  { added, detail, failure, now }: PartResult,
): Write[] {
  const hasDetail = detail.errors.length + detail.notEnrolled.length > 0;
  const detailPut = {
    put: { ...detailKey(workspaceId, importId, part), detail: packJson(detail), ...reportExpiry(now) },
  };

  return [
    { put: { ...doneKey(workspaceId, importId, part), ...reportExpiry(now) }, if: { pk: 'absent' } },
    {
      update: progressKey(workspaceId, importId),
      add: added,
      set: { ...worklistAttributes('import', importId, now), ...(failure && { failure }) },
      if: { pk: 'present' },
    },
    ...(hasDetail ? [detailPut] : []),
  ];
}

/** Removes a finished import from the sweeper's worklist. */
export function importEndWrite({ workspaceId, importId, parts }: AcceptedImport): Update {
  return {
    update: progressKey(workspaceId, importId),
    remove: worklistAttributeNames,
    if: { partsDone: { is: parts } },
  };
}

/** Ends an import that fails outside of its parts, and removes it from the worklist. */
export function importAbandonWrite({ workspaceId, importId }: ImportMessage, abandonedAt: string): Update {
  const message = 'the import failed three times; its remaining rows were not imported: import them again';
  const failure: ImportFailure = { code: 'import_unfinished', message, occurredAt: abandonedAt };

  return {
    update: progressKey(workspaceId, importId),
    set: { failure, abandonedAt },
    remove: worklistAttributeNames,
    if: { pk: 'present', abandonedAt: 'absent' },
  };
}
