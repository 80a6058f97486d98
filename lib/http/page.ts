import { hash } from 'node:crypto';
import { invalidField } from '#lib/http/problem.ts';
import type { IndexName } from '#lib/storage/schema.ts';
import type { Item, Query, Table } from '#lib/storage/table.ts';

export interface Page<Element> {
  readonly data: Element[];
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface PageQuery<Element> {
  readonly index?: IndexName;
  readonly pk: string;
  /** Over how many partitions (`pk#0`, `pk#1`, …) the list is spread; without it, `pk` itself is the partition. */
  readonly shards?: number;
  /** Sort keys are ids, and only those with this prefix belong to the list. */
  readonly skPrefix?: string;
  readonly request: PageRequest;
  readonly read: (item: Item) => Element;
}

interface Shard {
  readonly pk: string;
  readonly items: Item[];
  exhausted: boolean;
}

/**
 * One page of a list, newest first. A list that takes more writes than one partition can is spread over shards by a
 * hash of the id; their pages are merged here. Costs the same however long the list is.
 */
export async function queryPage<Element>(table: Table, query: PageQuery<Element>): Promise<Page<Element>> {
  const { pk, shards, request, read } = query;
  const partitions =
    shards === undefined ? [pk] : Array.from({ length: shards }, (_, shard) => `${pk}#${shard}`);
  const before = positionOf(request.cursor, pk);
  // One more than asked for tells whether there is a next page that is not empty.
  const found = await mergeShards(table, query, partitions, before);
  const items = found.slice(0, request.limit);
  const last = items.at(-1);
  const hasMore = found.length > request.limit;

  return {
    data: items.map(read),
    nextCursor: hasMore && last ? cursorFor(sortKeyOf(query, last), pk) : null,
    hasMore,
  };
}

async function mergeShards<Element>(
  table: Table,
  query: PageQuery<Element>,
  partitions: readonly string[],
  before: string | undefined,
): Promise<Item[]> {
  const wanted = query.request.limit + 1;
  const shards: Shard[] = partitions.map((pk) => ({ pk, items: [], exhausted: false }));
  // Ids fall evenly on shards: this much of each usually fills the page in one round.
  const step = partitions.length === 1 ? wanted : Math.ceil(wanted / partitions.length) + 4;

  for (;;) {
    const candidates = shards
      .flatMap(({ items }) => items)
      .sort((one, other) => (sortKeyOf(query, one) < sortKeyOf(query, other) ? 1 : -1));
    const threshold = candidates[wanted - 1];
    // Only a shard that was not read down to the page's end may hold something that belongs before it.
    const behind = shards.filter(
      (shard) => !shard.exhausted && (!threshold || oldestOf(query, shard) > sortKeyOf(query, threshold)),
    );
    if (behind.length === 0) return candidates.slice(0, wanted);
    await Promise.all(behind.map((shard) => readShard(table, query, shard, step, before)));
  }
}

async function readShard<Element>(
  table: Table,
  query: PageQuery<Element>,
  shard: Shard,
  limit: number,
  before: string | undefined,
): Promise<void> {
  const last = shard.items.at(-1);
  const upper = last ? sortKeyOf(query, last) : before;
  const { items, more } = await table.query({
    ...(query.index && { index: query.index }),
    pk: shard.pk,
    ...range(query.skPrefix, upper),
    limit,
    descending: true,
  });
  shard.items.push(...items);
  shard.exhausted = !more;
}

function range(prefix: string | undefined, before: string | undefined): Pick<Query, 'sk'> {
  if (prefix === undefined) return before === undefined ? {} : { sk: { before } };

  return { sk: before === undefined ? { prefix } : { from: prefix, to: justBelow(before) } };
}

/** Where the shard was read down to; the beginning of all strings sorts last while nothing was read. */
function oldestOf<Element>(query: PageQuery<Element>, { items }: Shard): string {
  const last = items.at(-1);

  return last ? sortKeyOf(query, last) : '\uffff';
}

function sortKeyOf({ index }: { readonly index?: IndexName }, item: Item): string {
  return String(item[`${index ?? ''}sk`]);
}

/** The greatest string below an id: ids are ASCII and of one length, so lowering the last letter is enough. */
function justBelow(sortKey: string): string {
  return `${sortKey.slice(0, -1)}${String.fromCharCode(sortKey.charCodeAt(sortKey.length - 1) - 1)}\uffff`;
}

/** Opaque; says where the page ended, and of which list. It holds nothing that its bearer has not seen. */
function cursorFor(position: string, list: string): string {
  return Buffer.from(`${position}.${cursorDigest(position, list)}`).toString('base64url');
}

/** @throws Problem 422 for a cursor that is damaged or belongs to another list. */
function positionOf(cursor: string | undefined, list: string): string | undefined {
  if (cursor === undefined) return undefined;
  const [position = '', digest] = Buffer.from(cursor, 'base64url').toString().split('.');
  if (digest !== cursorDigest(position, list)) {
    throw invalidField('cursor', 'cursor', 'is damaged, or belongs to another list or other filters');
  }

  return position;
}

function cursorDigest(position: string, list: string): string {
  return hash('sha256', `${list} ${position}`, 'base64url').slice(0, 16);
}
