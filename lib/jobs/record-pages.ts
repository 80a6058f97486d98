import { cursorFor, type Page, type PageRequest, positionOf } from '#lib/http/page.ts';
import type { JobRef } from '#lib/jobs/job.ts';
import { recordsQuery } from '#lib/jobs/pages.ts';
import type { Item, Table } from '#lib/storage/table.ts';

/** Records per query. A record has the outcomes of up to 45 contacts. */
const recordsPerQuery = 4;
/** Records after which a request stops reading. With a filter, a page may be shorter than its limit and not be the last. */
export const pageRecordsMax = 20;

/**
 * A page of the elements that the records of a job have, in order. The cost of a page does not depend on the size of the job.
 * @param list identifies the list, with its workspace and filters
 * @param read the elements of each record; undefined for an element that is not part of the list
 * @throws Problem 422 for an invalid cursor
 */
export async function pageOfRecords<Element>(
  table: Table,
  job: JobRef,
  { limit, cursor }: PageRequest,
  list: string,
  read: (records: readonly Item[]) => Promise<readonly (readonly (Element | undefined)[])[]>,
): Promise<Page<Element>> {
  const data: Element[] = [];
  /** @param next position of the first element of the next page; undefined on the last page */
  const pageUntil = (next: string | undefined): Page<Element> => ({
    data,
    nextCursor: next === undefined ? null : cursorFor(next, list),
    hasMore: next !== undefined,
  });

  // A position is `<sort key of a record>|<index within the record>`.
  let [key, index = '0'] = positionOf(cursor, list)?.split('|') ?? [];
  for (let recordCount = 0; recordCount < pageRecordsMax; ) {
    const { items: records, hasMore } = await table.query(recordsQuery(job, key, recordsPerQuery));
    const elements = await read(records);
    const positioned = records.flatMap(({ sk }, record) =>
      (elements[record] ?? []).map((element, place) => ({ position: `${sk}|${place}`, element })),
    );
    for (const { position, element } of positioned.slice(Number(index))) {
      if (element === undefined) continue;
      if (data.length === limit) return pageUntil(position);
      data.push(element);
    }
    if (!hasMore) return pageUntil(undefined);
    recordCount += records.length;
    // The key of a query is inclusive. `~` sorts after digits, so the next query begins after the last record.
    [key, index] = [`${records.at(-1)?.sk}~`, '0'];
  }

  return pageUntil(`${key}|${index}`);
}
