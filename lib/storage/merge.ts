import type { IndexName } from '#lib/storage/schema.ts';
import type { Item, Query, Table } from '#lib/storage/table.ts';

export interface MergedQuery {
  readonly index?: IndexName;
  /** Read as one list in the order of their sort keys, which no two of them share. */
  readonly partitions: readonly string[];
  /** How many of them, the first ones, hold nearly everything: those are read first. Default all. */
  readonly full?: number;
  /** More of the list in another index, whose items have the sort key of `index` as well. */
  readonly besides?: { readonly index: IndexName; readonly partitions: readonly string[] };
  /** At most so many are read first of each: as a rule only a few of many partitions hold the page. */
  readonly readFirst?: number;
  readonly consistent?: boolean;
  readonly ascending?: boolean | undefined;
  /** What all sort keys of the list begin with. */
  readonly prefix?: string | undefined;
  /** Bounds of the sort key, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** One partition of a list; without an index, of the table itself. */
export interface Place {
  readonly pk: string;
  readonly index: IndexName | undefined;
}

interface Partition extends Place {
  readonly items: Item[];
  /** The sort key of the last of them. */
  reached: string | undefined;
  exhausted: boolean;
}

/** Sorts after every sort key and before none: ours are ASCII. */
const highest = '\uffff';

/** Read first of a partition that is not full. */
const restStep = 4;

/** Read on of each of several partitions beyond its share of what is missing. */
const spare = 3;

/** The next `wanted` items of the merged list after a position in it; fewer only at its end. */
export async function readMerged(
  table: Table,
  query: MergedQuery,
  position: string | undefined,
  wanted: number,
): Promise<Item[]> {
  const partitions = partitionsOf(query);
  const comesFirst = (one: string, other: string) => (query.ascending ? one < other : one > other);

  for (let round = 1; ; round++) {
    const candidates = partitions
      .flatMap((partition) =>
        partition.items.map((item) => ({ partition, item, at: sortKeyOf(query, item) })),
      )
      .sort((one, other) => (comesFirst(one.at, other.at) ? -1 : 1));
    const last = candidates[wanted - 1];
    // Only a partition that was not read down to the page's end may hold something that belongs before it.
    const behind = partitions.filter(
      ({ reached, exhausted }) => !exhausted && (!last || !reached || comesFirst(reached, last.at)),
    );
    if (behind.length === 0) return candidates.slice(0, wanted).map(({ item }) => item);
    // Nothing is missing before any of them ends.
    const certain = candidates.filter(({ at }) =>
      behind.every(({ reached }) => reached && !comesFirst(reached, at)),
    );
    const limitOf = (partition: Partition) => {
      const missing = wanted - certain.length;
      if (round === 1) return firstLimit(query, partitions, partition, wanted);
      if (round > 2 || behind.length === 1) return missing;
      const own = certain.filter((candidate) => candidate.partition === partition).length;
      const ahead = partition.items.length - own;

      return Math.min(missing, Math.max(0, Math.ceil((missing * own) / certain.length) - ahead) + spare);
    };
    await Promise.all(
      behind.map((partition) => readOn(table, query, partition, limitOf(partition), position)),
    );
  }
}

/** All partitions of the list, and in which index each is. */
export function placesOf({ index, partitions, besides }: MergedQuery): Place[] {
  return [
    ...partitions.map((pk) => ({ pk, index })),
    ...(besides?.partitions ?? []).map((pk) => ({ pk, index: besides?.index })),
  ];
}

function partitionsOf(query: MergedQuery): Partition[] {
  return placesOf(query).map((place) => ({ ...place, items: [], reached: undefined, exhausted: false }));
}

/**
 * Ids fall evenly on shards: this much of each usually fills the page in one round. Where they do not, because
 * partitions stand for kinds, whichever holds the page's items is read on.
 */
function firstLimit(
  { full, readFirst = Number.POSITIVE_INFINITY }: MergedQuery,
  partitions: readonly Partition[],
  partition: Partition,
  wanted: number,
): number {
  const even = full ?? partitions.length;
  if (partitions.indexOf(partition) >= even) return restStep;

  return Math.min(readFirst, even === 1 ? wanted : Math.ceil(wanted / even) + 4);
}

async function readOn(
  table: Table,
  query: MergedQuery,
  partition: Partition,
  limit: number,
  position: string | undefined,
): Promise<void> {
  const { items, more } = await table.query({
    ...(partition.index && { index: partition.index }),
    pk: partition.pk,
    ...rangeOf(query, partition.reached ?? position),
    limit,
    descending: query.ascending !== true,
    ...(query.consistent && { consistent: true }),
  });
  const last = items.at(-1);
  partition.items.push(...items);
  partition.reached = last ? sortKeyOf(query, last) : partition.reached;
  partition.exhausted = !more;
}

export function sortKeyOf({ index }: { readonly index?: IndexName | undefined }, item: Item): string {
  return String(item[`${index ?? ''}sk`]);
}

function rangeOf(
  { ascending, prefix, from, to }: MergedQuery,
  position: string | undefined,
): Pick<Query, 'sk'> {
  const lower = greatest([prefix, from, ascending ? justAbove(position) : undefined]);
  const upper = least([prefix && prefix + highest, to, ascending ? undefined : justBelow(position)]);
  if (lower === undefined && upper === undefined) return {};
  // An empty range is no range that the table understands, but one without items is.
  const begin = lower ?? '\u0001';
  const end = upper ?? highest;

  return { sk: begin <= end ? { from: begin, to: end } : { from: highest, to: highest } };
}

function greatest(bounds: readonly (string | undefined)[]): string | undefined {
  return bounds.reduce((best, bound) =>
    best === undefined || (bound !== undefined && bound > best) ? bound : best,
  );
}

function least(bounds: readonly (string | undefined)[]): string | undefined {
  return bounds.reduce((best, bound) =>
    best === undefined || (bound !== undefined && bound < best) ? bound : best,
  );
}

function justAbove(sortKey: string | undefined): string | undefined {
  return sortKey && `${sortKey}\u0001`;
}

/** The greatest text below an ASCII sort key, for all that ASCII sort keys can be. */
function justBelow(sortKey: string | undefined): string | undefined {
  return (
    sortKey &&
    `${sortKey.slice(0, -1)}${String.fromCharCode(sortKey.charCodeAt(sortKey.length - 1) - 1)}${highest}`
  );
}
