import type { IndexName } from '#lib/storage/schema.ts';
import type { Item, Query, Table } from '#lib/storage/table.ts';

export interface MergedQuery {
  readonly index?: IndexName;
  /** Read as one list in the order of their sort keys, which no two of them share. */
  readonly partitions: readonly string[];
  /** How many of them, the first ones, hold nearly everything: those are read first. Default all. */
  readonly full?: number;
  readonly consistent?: boolean;
  readonly ascending?: boolean | undefined;
  /** What all sort keys of the list begin with. */
  readonly prefix?: string | undefined;
  /** Bounds of the sort key, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Partition {
  readonly pk: string;
  readonly items: Item[];
  exhausted: boolean;
}

/** Sorts after every sort key and before none: ours are ASCII. */
const highest = '\uffff';

/** Read first of a partition that is not full. */
const restStep = 4;

export function shardsOf(pk: string, shards: number): string[] {
  return Array.from({ length: shards }, (_, shard) => `${pk}#${shard}`);
}

/** The next `wanted` items of the merged list after a position in it; fewer only at its end. */
export async function readMerged(
  table: Table,
  query: MergedQuery,
  position: string | undefined,
  wanted: number,
): Promise<Item[]> {
  const partitions: Partition[] = query.partitions.map((pk) => ({ pk, items: [], exhausted: false }));
  // Ids fall evenly on shards: this much of each usually fills the page in one round. Where they do not, because
  // partitions stand for kinds, whichever holds the page's items is read on at once.
  const full = query.full ?? partitions.length;
  const step = full === 1 ? wanted : Math.ceil(wanted / full) + 4;
  const firstStepOf = (partition: Partition) => (partitions.indexOf(partition) < full ? step : restStep);
  const comesFirst = (one: string, other: string) => (query.ascending ? one < other : one > other);

  for (let stepOf = firstStepOf; ; stepOf = () => wanted) {
    const candidates = partitions
      .flatMap(({ items }) => items)
      .sort((one, other) => (comesFirst(sortKeyOf(query, one), sortKeyOf(query, other)) ? -1 : 1));
    const last = candidates[wanted - 1];
    // Only a partition that was not read down to the page's end may hold something that belongs before it.
    const behind = partitions.filter(({ items, exhausted }) => {
      const reached = items.at(-1);

      return (
        !exhausted && (!last || !reached || comesFirst(sortKeyOf(query, reached), sortKeyOf(query, last)))
      );
    });
    if (behind.length === 0) return candidates.slice(0, wanted);
    await Promise.all(
      behind.map((partition) => readOn(table, query, partition, stepOf(partition), position)),
    );
  }
}

async function readOn(
  table: Table,
  query: MergedQuery,
  partition: Partition,
  limit: number,
  position: string | undefined,
): Promise<void> {
  const last = partition.items.at(-1);
  const { items, more } = await table.query({
    ...(query.index && { index: query.index }),
    pk: partition.pk,
    ...rangeOf(query, last ? sortKeyOf(query, last) : position),
    limit,
    descending: query.ascending !== true,
    ...(query.consistent && { consistent: true }),
  });
  partition.items.push(...items);
  partition.exhausted = !more;
}

export function sortKeyOf({ index }: Pick<MergedQuery, 'index'>, item: Item): string {
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
