import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { AlreadyBegun } from '#lib/commit/change.ts';
import { ImportFailure, ImportReport, RowError } from '#lib/contacts/import/report.ts';
import { type JobRef, storedJob } from '#lib/jobs/job.ts';
import { type ChunkPlace, jobDataKey, pagePut, recordPut } from '#lib/jobs/pages.ts';
import { padNumber, presentAttributes, reportExpiry } from '#lib/storage/item.ts';
import type { Item, Put } from '#lib/storage/table.ts';
import { invalidField } from '#lib/values/problem.ts';

/*
 * A large import is a job of `lib/jobs`, with pages of rows and records of its chunks. In the partition of its pages are also:
 *
 * | access pattern                    | how                                                                     |
 * |-----------------------------------|-------------------------------------------------------------------------|
 * | the report as of the acceptance   | GetItem REPORT                                                          |
 * | errors of single rows             | Query DETAIL#, by page; most pages have none                            |
 * | imports of a workspace, by id     | gsi4 W#<workspace>#IMPORTS: read when a contact is erased                |
 *
 * An import that ran within its request has only records and a report, which is final. Until then, gsi4 has its records. Its start
 * is in W#<workspace>#IMPORTS, by request: of concurrent requests with one Idempotency-Key, only those with the same file go on.
 *
 * Load of an import's partition at 1,000 rows/s: 42 records of 24 rows with 2 units each, and two pages of about 25 KB, which are
 * written first, with 50 units. The limit of a partition is 1,000 units/s. See `lib/contacts/items.ts` for the load of the
 * contacts' items.
 */
export const importsIndex = (workspaceId: string) => `W#${workspaceId}#IMPORTS`;

/** As long as an idempotency record. After that, a key can be used again. */
const startRetentionSeconds = 24 * 3600;

export const reportKey = (job: JobRef) => jobDataKey(job, 'REPORT');

export const detailKey = (job: JobRef, page: number) => jobDataKey(job, `DETAIL#${padNumber(page)}`);

/** More than the maximum number of pages. */
const detailsMax = 1000;

/** The details of all pages, for `readItems`. */
export function importDetails(job: JobRef) {
  const { pk } = reportKey(job);

  return { pk, from: 'DETAIL#', to: 'DETAIL#\uffff', limit: detailsMax };
}

const StoredImport = z.object({
  ...storedJob,
  onDuplicate: z.enum(['skip', 'update']),
  campaignId: z.optional(z.string()),
  pages: z.int(),
  /** The next page. The sums count the pages before. */
  page: z.int(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  failed: z.int(),
  enrolled: z.int(),
  notEnrolled: z.int(),
  failure: z.optional(ImportFailure),
});
export type StoredImport = z.infer<typeof StoredImport>;

export const toStoredImport = (item: Item): StoredImport => StoredImport.parse(item);

export const importKind = 'import';

const ReportItem = z.object({ report: z.instanceof(Uint8Array) });

export const toReport = (item: Item): ImportReport =>
  ImportReport.parse(unpackJson(ReportItem.parse(item).report));

/**
 * Before the first row of an import within its request.
 * @param repeatKey the same for all requests with one Idempotency-Key
 */
export function startPut({ workspaceId, id }: JobRef, repeatKey: string, now: number): Put {
  const nowSeconds = Math.ceil(now / 1000);

  return {
    put: {
      pk: importsIndex(workspaceId),
      sk: repeatKey,
      importId: id,
      expiresAtEpochSeconds: nowSeconds + startRetentionSeconds,
    },
    if: [{ pk: 'absent' }, { expiresAtEpochSeconds: { atMost: nowSeconds } }],
    otherwise: (found) =>
      found?.['importId'] === id
        ? new AlreadyBegun('another attempt of the same request has begun')
        : invalidField(
            'Idempotency-Key',
            'conflict',
            'belongs to the import of another file: use another key',
          ),
  };
}

/** Unconditional: a repeated import within its request writes the same item. */
export function reportPut(job: JobRef, report: ImportReport, now: number): Put {
  return {
    put: {
      ...reportKey(job),
      report: packJson(report),
      ...reportExpiry(now),
      gsi4pk: importsIndex(job.workspaceId),
      gsi4sk: job.id,
    },
  };
}

/** Reported errors and refusals of single rows of a page. */
const Detail = z.object({ errors: z.array(RowError), notEnrolled: ImportReport.shape.notEnrolled });
export type Detail = z.infer<typeof Detail>;

export const toDetail = (item: Item): Detail =>
  Detail.parse(unpackJson(z.instanceof(Uint8Array).parse(item['detail'])));

const ChunkOutcome = z.object({
  /** Number of processed rows. */
  count: z.int(),
  created: z._default(z.array(z.string()), []),
  updated: z._default(z.array(z.string()), []),
  /** Contacts that are not changed. */
  skipped: z._default(z.array(z.string()), []),
  errors: z._default(z.array(RowError), []),
});
/** The outcome of a chunk's rows: ids of contacts, and errors. */
export type ChunkOutcome = z.infer<typeof ChunkOutcome>;

export function mergeOutcomes(outcomes: readonly ChunkOutcome[]): ChunkOutcome {
  return {
    count: outcomes.reduce((sum, { count }) => sum + count, 0),
    created: outcomes.flatMap(({ created }) => created),
    updated: outcomes.flatMap(({ updated }) => updated),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
    errors: outcomes.flatMap(({ errors }) => errors).sort((one, other) => one.row - other.row),
  };
}

export const toChunkOutcome = (item: Item | undefined): ChunkOutcome => ChunkOutcome.parse(item);

export interface ChunkRef extends ChunkPlace {
  readonly importId: string;
  /** Whether it runs within the request instead of a worker. */
  readonly isInline: boolean;
}

export function importRecordPut(
  workspaceId: string,
  { importId, isInline, ...place }: ChunkRef,
  outcome: ChunkOutcome,
  now: number,
): Put {
  const attributes = {
    ...presentAttributes(outcome),
    // An inline import has no report until it ends. An erasure then finds the import by its records.
    ...(isInline && {
      gsi4pk: importsIndex(workspaceId),
      gsi4sk: `${importId}#${padNumber(place.page)}#${padNumber(place.index)}`,
    }),
  };

  return recordPut({ workspaceId, id: importId }, place, attributes, now);
}

/**
 * Unconditional: a repeated request writes the same page. It is in the index, so that an erasure also finds an import that was never
 * accepted. @param rows packed, below the size limit of an item
 */
export function importPagePut(job: JobRef, page: number, rows: Uint8Array, now: number): Put {
  const index = { gsi4pk: importsIndex(job.workspaceId), gsi4sk: `${job.id}#${padNumber(page)}` };
  const { put } = pagePut(job, page, { rows, ...index }, now);

  return { put };
}

export const toPackedRows = (item: Item): Uint8Array => z.instanceof(Uint8Array).parse(item['rows']);

export function packJson(value: unknown): Uint8Array {
  return gzipSync(JSON.stringify(value));
}

export function unpackJson(bytes: Uint8Array): unknown {
  return JSON.parse(gunzipSync(bytes).toString());
}
