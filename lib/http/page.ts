import { cursorFor, foreignCursor, positionOf } from '#lib/http/cursor.ts';
import { type MergedQuery, readMerged, sortKeyOf } from '#lib/storage/merge.ts';
import type { Item, Table } from '#lib/storage/table.ts';

export interface Page<Element> {
  readonly data: Element[];
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

/** A list's whole query: where its page begins, how long it is, and the filters, to which the cursor is bound. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface PageQuery<Element> extends MergedQuery {
  readonly request: PageRequest;
  /**
   * The elements of items, in their order; undefined for an item that does not belong to the list, because a filter
   * that no index serves leaves it out or because what it points to is gone. Gets at most `batchSize` items at once.
   */
  readonly read: (
    items: readonly Item[],
  ) => readonly (Element | undefined)[] | Promise<readonly (Element | undefined)[]>;
}

/** What BatchGetItem takes at once, so that items that are only keys can be looked up in one call. */
const batchSize = 100;

/**
 * How many items one request looks at, however few of them belong to its list: a page of combined filters may be
 * shorter than its limit, and still have a next one.
 */
export const examinedMax = 300;

/** A list that is never longer than one page: whatever cursor comes, it was none of its own. */
export function onlyPage<Element>(data: Element[], { cursor }: PageRequest): Page<Element> {
  if (cursor !== undefined) throw foreignCursor();

  return { data, nextCursor: null, hasMore: false };
}

/** One page of a list, newest first unless it ascends. Costs the same however long the list is. */
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

  // One more than asked for tells whether there is a next page that is not empty.
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
