import type { BulkJobItem, BulkOutcome } from '#lib/bulk-jobs/bulk-job.ts';
import { chunksFrom, type JobRef, toOutcomes } from '#lib/bulk-jobs/items.ts';
import { findBulkJob } from '#lib/bulk-jobs/read.ts';
import { cursorFor, positionOf } from '#lib/http/cursor.ts';
import type { Page, PageRequest } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item, Table } from '#lib/storage/table.ts';
import { notFound } from '#lib/values/problem.ts';

/** Stored chunk records per query. A record has the outcomes of up to 45 contacts. */
const recordsPerQuery = 4;
/** Records after which a request stops reading. With a filter, a page may be shorter than its limit and not be the last. */
const recordsMax = 20;

type ItemsRequest = PageRequest & { readonly outcome?: BulkOutcome | undefined };

/**
 * The outcomes of a job in the order of its selection. The cost of a page does not depend on the size of the job.
 * @throws Problem 404, or 422 for an invalid cursor
 */
export async function listBulkJobItems(
  { table }: Services,
  workspaceId: string,
  jobId: string,
  { limit, cursor, outcome }: ItemsRequest,
): Promise<Page<BulkJobItem>> {
  const job = await findBulkJob(table, workspaceId, jobId);
  if (!job) throw notFound();
  const list = JSON.stringify([workspaceId, jobId, outcome]);
  const data: BulkJobItem[] = [];
  const pageFrom = (next: string | undefined): Page<BulkJobItem> => ({
    data,
    nextCursor: next === undefined ? null : cursorFor(next, list),
    hasMore: next !== undefined,
  });

  for await (const { position, item } of readOutcomes(table, job, positionOf(cursor, list))) {
    if (item === undefined) return pageFrom(position);
    if (outcome !== undefined && item.outcome !== outcome) continue;
    if (data.length === limit) return pageFrom(position);
    data.push(item);
  }

  return pageFrom(undefined);
}

interface PositionedOutcome {
  /** Sort key of the record and index within it. */
  readonly position: string;
  /** Undefined after the maximum number of records. */
  readonly item: BulkJobItem | undefined;
}

/** @param start position of the first outcome; undefined: the first outcome of the job */
async function* readOutcomes(
  table: Table,
  job: JobRef,
  start: string | undefined,
): AsyncGenerator<PositionedOutcome> {
  const [firstKey, firstIndex = '0'] = start?.split('|') ?? [];
  let skip = Number(firstIndex);
  let nextKey = firstKey;
  for (let recordCount = 0; ; ) {
    const { items, hasMore } = await table.query(chunksFrom(job, nextKey, recordsPerQuery));
    for (const record of items) {
      yield* outcomesOf(record, skip);
      skip = 0;
    }
    if (!hasMore) return;
    recordCount += items.length;
    // The start key is inclusive. `~` sorts after digits, so the next query begins after the last record.
    nextKey = `${items.at(-1)?.sk}~`;
    // Ends the page early: the caller stops at an element without an item.
    if (recordCount >= recordsMax) yield { position: `${nextKey}|0`, item: undefined };
  }
}

function* outcomesOf(record: Item, skip: number): Generator<PositionedOutcome> {
  for (const [index, item] of toOutcomes(record).entries()) {
    if (index >= skip) yield { position: `${record.sk}|${index}`, item };
  }
}
