import { indexPartitionsOf, type MergedQuery, sortKeyOf } from '#lib/storage/merged-query.ts';
import type { IndexName } from '#lib/storage/schema.ts';
import type { Item, Table } from '#lib/storage/table.ts';

/** Items of a partition of the table or of an index. The bounds of the sort key are inclusive. Default: all items. */
interface ItemRange {
  readonly index?: IndexName | undefined;
  readonly pk: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Items per query. */
  readonly limit: number;
}

/** Reads items in ascending order, query by query. A caller that stops early saves the remaining queries. */
export async function* readItems(
  table: Pick<Table, 'query'>,
  // DynamoDB rejects an empty bound. `\u0001` sorts before all sort keys, and `\uffff` after them.
  { index, pk, from: start = '\u0001', to = '\uffff', ...options }: ItemRange,
): AsyncGenerator<Item> {
  const partition = { ...(index && { index }), pk };
  for (let from = start; from <= to; ) {
    const { items, hasMore } = await table.query({ ...partition, sk: { from, to }, ...options });
    yield* items;
    const last = items.at(-1);
    if (!hasMore || !last) return;
    // `from` is inclusive: the next query begins directly after the last item.
    from = `${sortKeyOf({ index }, last)}\u0001`;
  }
}

/** Reads all items of a list, one partition after another. `readMerged` reads them in the order of the list. */
export async function* readEachPartition(
  table: Pick<Table, 'query'>,
  query: Pick<MergedQuery, 'index' | 'partitions' | 'additional' | 'from' | 'to'>,
  limit: number,
): AsyncGenerator<Item> {
  const { from, to } = query;
  for (const partition of indexPartitionsOf(query))
    yield* readItems(table, { ...partition, from, to, limit });
}

/**
 * Reads all items of a partition with a prefix.
 * @param options `limit` is the number of items per query, by default 100
 */
export function readAllWithPrefix(
  table: Table,
  pk: string,
  prefix: string,
  options: { readonly limit?: number } = {},
): Promise<Item[]> {
  const range = { pk, from: prefix, to: `${prefix}\uffff`, limit: 100, ...options };

  return Array.fromAsync(readItems(table, range));
}
