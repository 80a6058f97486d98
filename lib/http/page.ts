import { cursorFor, invalidCursor, positionOf } from '#lib/http/cursor.ts';
import { type MergedQuery, readMerged, sortKeyOf } from '#lib/storage/merged-query.ts';
import type { Item, Table } from '#lib/storage/table.ts';

export interface Page<Element> {
  readonly data: Element[];
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

/** A list's query: page position, page size, and the filters that the cursor is bound to. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface PageQuery<Element> extends MergedQuery {
  readonly request: PageRequest;
  /**
   * Converts items to elements, in order. An element is undefined if its item is not part of the list: an unindexed filter
   * excludes it, or its target no longer exists. Receives at most `batchSize` items per call.
   */
  readonly read: (
    items: readonly Item[],
  ) => readonly (Element | undefined)[] | Promise<readonly (Element | undefined)[]>;
}

/** BatchGetItem reads at most 100 keys, so items that are only references can be resolved in one call. */
const batchSize = 100;

/**
 * Most items that one request examines. With combined filters, a page may therefore be shorter than its limit and still have
 * a next page.
 */
export const examinedMax = 300;

/** A list that always fits on one page. It issues no cursors, so any cursor is invalid. */
export function singlePage<Element>(data: Element[], { cursor }: PageRequest): Page<Element> {
  if (cursor !== undefined) throw invalidCursor();

  return { data, nextCursor: null, hasMore: false };
}

/** One page of a list, newest first unless `ascending`. The cost does not depend on the list's length. */
export async function queryPage<Element>(table: Table, query: PageQuery<Element>): Promise<Page<Element>> {
  const { limit, cursor, ...filters } = query.request;
  const list = JSON.stringify([query.partitions, query.index, filters]);
  const data: Element[] = [];
  let position = positionOf(cursor, list);
  const pageAt = (end: string | undefined) => ({
    data,
    nextCursor: end === undefined ? null : cursorFor(end, list),
    hasMore: end !== undefined,
  });

  // Reads one item more than the limit to detect whether a next page has elements.
  for (let examined = 0, wanted = limit + 1; examined < examinedMax; wanted = batchSize) {
    const items = await readMerged(table, query, position, Math.min(wanted, batchSize));
    const elements = await query.read(items);
    for (const [at, item] of items.entries()) {
      const element = elements[at];
      if (element !== undefined && data.length === limit) return pageAt(position);
      if (element !== undefined) data.push(element);
      position = sortKeyOf(query, item);
    }
    if (items.length < Math.min(wanted, batchSize)) return pageAt(undefined);
    examined += items.length;
  }

  return pageAt(position);
}
