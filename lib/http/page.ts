import { hash } from 'node:crypto';
import { type MergedQuery, readMerged, sortKeyOf } from '#lib/storage/merged-query.ts';
import type { Item, Table } from '#lib/storage/table.ts';
import { invalidField, type Problem } from '#lib/values/problem.ts';
import type { ListOrder } from '#lib/values/schemas.ts';

export interface Page<Element> {
  readonly data: Element[];
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

/** The query of a list: page size, position and order. Its other fields are filters. The cursor is bound to them and to the order. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Default: the order of the query. */
  readonly order?: ListOrder | undefined;
}

interface PageQuery<Element> extends MergedQuery {
  readonly request: PageRequest;
  /** For a list that reads more than the items. Default: `examinedMax`. */
  readonly examinedMax?: number;
  /**
   * Converts items to elements, in order. An element is undefined if its item is not part of the list: an unindexed filter
   * excludes it, or its target no longer exists. Receives at most `batchSize` items per call.
   */
  readonly read: (
    items: readonly Item[],
  ) => readonly (Element | undefined)[] | Promise<readonly (Element | undefined)[]>;
}

/** BatchGetItem reads at most 100 keys, so the targets of one batch of references can be read with one call. */
const batchSize = 100;

/**
 * Number of examined items after which a request stops reading. With combined filters, a page may therefore be shorter than
 * its limit and still have a next page.
 */
export const examinedMax = 300;

/** A list that always fits on one page. It issues no cursors, so any cursor is invalid. */
export function singlePage<Element>(data: Element[], { cursor }: PageRequest): Page<Element> {
  if (cursor !== undefined) throw invalidCursor();

  return { data, nextCursor: null, hasMore: false };
}

/**
 * One page of a short list that is read as a whole. An element that moves to the front between two pages is not repeated.
 * @param elements each with its position, in descending order of the positions
 * @param list identifies the list, with its owner
 */
export function pageOfAll<Element>(
  elements: readonly (readonly [position: string, element: Element])[],
  { limit, cursor }: PageRequest,
  list: string,
): Page<Element> {
  const after = positionOf(cursor, list);
  const remaining = elements.filter(([position]) => after === undefined || position < after);
  const shown = remaining.slice(0, limit);
  const [lastPosition] = shown.at(-1) ?? [];
  const hasMore = remaining.length > shown.length;

  return {
    data: shown.map(([, element]) => element),
    nextCursor: hasMore && lastPosition !== undefined ? cursorFor(lastPosition, list) : null,
    hasMore,
  };
}

/**
 * One page of a list in the order of the request, by default newest first unless `ascending`. The cost does not depend on the
 * list's length.
 */
export async function queryPage<Element>(table: Table, query: PageQuery<Element>): Promise<Page<Element>> {
  const { limit, cursor, order, ...filters } = query.request;
  const ascending = order === undefined ? query.ascending === true : order === 'asc';
  const isReversed = ascending !== (query.ascending === true);
  const listKey = JSON.stringify([query.partitions, query.index, filters, ...(isReversed ? [order] : [])]);
  const data: Element[] = [];
  let position = positionOf(cursor, listKey);
  /** @param lastPosition undefined if the list has no further elements */
  const pageUntil = (lastPosition: string | undefined) => ({
    data,
    nextCursor: lastPosition === undefined ? null : cursorFor(lastPosition, listKey),
    hasMore: lastPosition !== undefined,
  });

  // The first read has one item more than the limit, to detect whether a next page has elements.
  let size = Math.min(limit + 1, batchSize);
  for (let examined = 0; examined < (query.examinedMax ?? examinedMax); ) {
    const items = await readMerged(table, { ...query, ascending }, position, size);
    const elements = await query.read(items);
    for (const [index, item] of items.entries()) {
      const element = elements[index];
      if (element !== undefined && data.length === limit) return pageUntil(position);
      if (element !== undefined) data.push(element);
      position = sortKeyOf(query, item);
    }
    if (items.length < size) return pageUntil(undefined);
    examined += items.length;
    size = batchSize;
  }

  return pageUntil(position);
}

const digestLength = 16;

/** Sort keys are printable ASCII of at most 1,024 bytes. The digest has no secret, so a forged cursor may have any text. */
const positionGrammar = /^[\x21-\x7e]{1,1000}$/;

/**
 * An opaque cursor: the position at the end of a page, bound to its list and filters. It has no data that the caller may not
 * see. The workspace is part of `list`, so a forged cursor gives no access to other data.
 */
export function cursorFor(position: string, list: string): string {
  return Buffer.from(`${position}${digest(position, list)}`).toString('base64url');
}

/**
 * The position in a cursor.
 * @returns undefined without a cursor
 * @throws Problem 422 when the cursor is damaged, forged or belongs to another list
 */
export function positionOf(cursor: string | undefined, list: string): string | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString();
  const position = text.slice(0, -digestLength);
  if (text.slice(-digestLength) !== digest(position, list) || !positionGrammar.test(position)) {
    throw invalidCursor();
  }

  return position;
}

function invalidCursor(): Problem {
  return invalidField(
    'cursor',
    'cursor',
    'is damaged, or belongs to another list, other filters or another order',
  );
}

function digest(position: string, list: string): string {
  return hash('sha256', `${list} ${position}`, 'base64url').slice(0, digestLength);
}
