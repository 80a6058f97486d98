import type { IndexName } from '#lib/storage/schema.ts';
import type { Item, Query, Table } from '#lib/storage/table.ts';

/** A list over several partitions. */
export interface MergedQuery {
  readonly index?: IndexName;
  /** The partitions are merged in the order of their sort keys. Sort keys are unique across partitions. */
  readonly partitions: readonly string[];
  /** The number of leading partitions that hold nearly all items. The first read of all others is small. Default: all. */
  readonly fullPartitions?: number;
  /** Partitions of another index. Their items have the same sort key in both indexes. */
  readonly additional?: { readonly index: IndexName; readonly partitions: readonly string[] };
  /** Limits the first read of each partition. Use it when only a few of many partitions usually hold the page. */
  readonly firstReadLimit?: number;
  readonly ascending?: boolean | undefined;
  /** Common prefix of all sort keys in the list. */
  readonly prefix?: string | undefined;
  /** Inclusive bounds of the sort key. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A partition of an index, or of the table when `index` is undefined. */
export interface IndexPartition {
  readonly pk: string;
  readonly index: IndexName | undefined;
}

interface Partition extends IndexPartition {
  readonly items: Item[];
  /** Sort key of the last item that was read. */
  lastSortKey: string | undefined;
  isExhausted: boolean;
}

/** Sorts after every sort key, because sort keys are ASCII. */
const highest = '\uffff';
/** Sorts before every sort key. Appended to a sort key, it gives the least text above that key. */
const lowest = '\u0001';

/** Items to read first from a partition that is not among the first `fullPartitions`. */
const partialPartitionLimit = 4;

/** Extra items in the first read of a partition: ids do not spread exactly evenly. */
const firstReadSpareItems = 4;

/** Extra items in the second read of each of several partitions: their shares are estimated. */
const spareItems = 3;

/**
 * Returns the next `limit` items of the merged list after `position`, a sort key. It returns fewer only at the end of the list.
 *
 * Each round reads more of the partitions that may still hold items of the page. The first round reads an even share, the second
 * one an estimated share, and each later one all missing items.
 */
export async function readMerged(
  table: Table,
  query: MergedQuery,
  position: string | undefined,
  limit: number,
): Promise<Item[]> {
  const partitions = partitionsOf(query);
  const isBefore = (one: string, other: string) => (query.ascending ? one < other : one > other);

  for (let round = 1; ; round++) {
    const candidates = partitions
      .flatMap((partition) =>
        partition.items.map((item) => ({ partition, item, sortKey: sortKeyOf(query, item) })),
      )
      .sort((one, other) => (isBefore(one.sortKey, other.sortKey) ? -1 : 1));
    const last = candidates[limit - 1];
    // A partition that was not read up to the end of the page may hold items of the page.
    const incomplete = partitions.filter(
      ({ lastSortKey, isExhausted }) =>
        !isExhausted && (!last || !lastSortKey || isBefore(lastSortKey, last.sortKey)),
    );
    if (incomplete.length === 0) return candidates.slice(0, limit).map(({ item }) => item);
    // These items are final: every incomplete partition was read up to them. The list is not empty after round 1, because it has
    // the last item of the partition that was read least far.
    const confirmed = candidates.filter(({ sortKey }) =>
      incomplete.every(({ lastSortKey }) => lastSortKey && !isBefore(lastSortKey, sortKey)),
    );
    const nextReadLimitOf = (partition: Partition) => {
      const missing = limit - confirmed.length;
      if (round === 1) return firstReadLimitOf(query, partitions, partition, limit);
      if (round > 2 || incomplete.length === 1) return missing;
      const confirmedCount = confirmed.filter((candidate) => candidate.partition === partition).length;
      const unconfirmedCount = partition.items.length - confirmedCount;
      // The share of the missing items is probably the same as the share of the confirmed items.
      const expectedCount = Math.ceil((missing * confirmedCount) / confirmed.length);

      return Math.min(missing, Math.max(0, expectedCount - unconfirmedCount) + spareItems);
    };
    await Promise.all(
      incomplete.map((partition) => readMore(table, query, partition, nextReadLimitOf(partition), position)),
    );
  }
}

/** All partitions of the list with their indexes. */
export function indexPartitionsOf({ index, partitions, additional }: MergedQuery): IndexPartition[] {
  return [
    ...partitions.map((pk) => ({ pk, index })),
    ...(additional?.partitions ?? []).map((pk) => ({ pk, index: additional?.index })),
  ];
}

function partitionsOf(query: MergedQuery): Partition[] {
  return indexPartitionsOf(query).map((partition) => ({
    ...partition,
    items: [],
    lastSortKey: undefined,
    isExhausted: false,
  }));
}

/**
 * The number of items to read first from a partition. Ids spread evenly over shards, so an even share usually fills the page
 * in one round. If each partition has one kind of item, later rounds read the partitions that hold the page's items.
 */
function firstReadLimitOf(
  { fullPartitions, firstReadLimit = Number.POSITIVE_INFINITY }: MergedQuery,
  partitions: readonly Partition[],
  partition: Partition,
  limit: number,
): number {
  const fullCount = fullPartitions ?? partitions.length;
  if (partitions.indexOf(partition) >= fullCount) return partialPartitionLimit;

  return Math.min(
    firstReadLimit,
    fullCount === 1 ? limit : Math.ceil(limit / fullCount) + firstReadSpareItems,
  );
}

async function readMore(
  table: Table,
  query: MergedQuery,
  partition: Partition,
  limit: number,
  position: string | undefined,
): Promise<void> {
  const { items, hasMore } = await table.query({
    ...(partition.index && { index: partition.index }),
    pk: partition.pk,
    ...rangeOf(query, partition.lastSortKey ?? position),
    limit,
    descending: query.ascending !== true,
  });
  const last = items.at(-1);
  partition.items.push(...items);
  partition.lastSortKey = last ? sortKeyOf(query, last) : partition.lastSortKey;
  partition.isExhausted = !hasMore;
}

/** The sort key of an item in an index, or in the table. */
export function sortKeyOf({ index }: { readonly index?: IndexName | undefined }, item: Item): string {
  return String(item[`${index ?? ''}sk`]);
}

function rangeOf(
  { ascending, prefix: wantedPrefix, from, to }: MergedQuery,
  position: string | undefined,
): Pick<Query, 'sk'> {
  // DynamoDB rejects an empty bound.
  const prefix = wantedPrefix === '' ? undefined : wantedPrefix;
  const lowerBounds = [prefix, from, ascending ? justAbove(position) : undefined].filter(
    (bound) => bound !== undefined,
  );
  const upperBounds = [prefix && prefix + highest, to, ascending ? undefined : justBelow(position)].filter(
    (bound) => bound !== undefined,
  );
  if (lowerBounds.length + upperBounds.length === 0) return {};
  // DynamoDB rejects an empty BETWEEN range, so an empty range becomes a range that matches no item.
  const begin = lowerBounds.sort().at(-1) ?? lowest;
  const end = upperBounds.sort().at(0) ?? highest;

  return { sk: begin <= end ? { from: begin, to: end } : { from: highest, to: highest } };
}

function justAbove(sortKey: string | undefined): string | undefined {
  return sortKey && `${sortKey}${lowest}`;
}

/** A text below an ASCII sort key and above all sort keys that are less. */
function justBelow(sortKey: string | undefined): string | undefined {
  return (
    sortKey &&
    `${sortKey.slice(0, -1)}${String.fromCharCode(sortKey.charCodeAt(sortKey.length - 1) - 1)}${highest}`
  );
}
