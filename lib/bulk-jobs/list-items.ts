import type { BulkJobItem, BulkOutcome } from '#lib/bulk-jobs/bulk-job.ts';
import { chunksFrom, type JobPlace, toOutcomes } from '#lib/bulk-jobs/items.ts';
import { findBulkJob } from '#lib/bulk-jobs/read.ts';
import { cursorFor, positionOf } from '#lib/http/cursor.ts';
import type { Page, PageRequest } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item, Table } from '#lib/storage/table.ts';
import { notFound } from '#lib/values/problem.ts';

/** Records per query. A record has up to 45 contacts. */
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
  const pageAt = (next: string | undefined): Page<BulkJobItem> => ({
    data,
    nextCursor: next === undefined ? null : cursorFor(next, list),
    hasMore: next !== undefined,
  });

  let position = positionOf(cursor, list);
  for await (const { at, item } of readOutcomes(table, job, position)) {
    position = at;
    if (item === undefined) return pageAt(at);
    if (outcome !== undefined && item.outcome !== outcome) continue;
    if (data.length === limit) return pageAt(at);
    data.push(item);
  }

  return pageAt(undefined);
}

interface PlacedOutcome {
  /** Sort key of the record and index within it. */
  readonly at: string;
  /** Undefined after the maximum number of records. */
  readonly item: BulkJobItem | undefined;
}

async function* readOutcomes(
  table: Table,
  job: JobPlace,
  position: string | undefined,
): AsyncGenerator<PlacedOutcome> {
  const [from, index = '0'] = position?.split('|') ?? [];
  let skip = Number(index);
  let next = from;
  for (let read = 0; ; ) {
    const { items, more } = await table.query(chunksFrom(job, next, recordsPerQuery));
    for (const record of items) {
      yield* outcomesOf(record, skip);
      skip = 0;
    }
    if (!more) return;
    read += items.length;
    next = `${items.at(-1)?.sk}~`;
    if (read >= recordsMax) yield { at: `${next}|0`, item: undefined };
  }
}

function* outcomesOf(record: Item, skip: number): Generator<PlacedOutcome> {
  for (const [index, item] of toOutcomes(record).entries()) {
    if (index >= skip) yield { at: `${record.sk}|${index}`, item };
  }
}
