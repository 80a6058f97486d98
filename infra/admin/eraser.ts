import type { Item, Key, Query, Table, Write } from '#lib/storage/table.ts';
import { chunksOf } from '#lib/values/chunks.ts';

/** Deletes items and counts its writes. */
export interface Eraser {
  /** Deletes items; missing items are ignored. @param additional writes for the transaction that deletes the first items */
  deleteKeys(keys: readonly Key[], additional?: readonly Write[]): Promise<void>;
  /** Deletes all items of a partition. @param before deletes an item's dependents */
  deletePartition(pk: string, before?: (item: Item) => Promise<void>): Promise<void>;
  /** Deletes all items of a query, page by page. */
  deleteQueried(query: Query): Promise<void>;
  /** Calls `work` with each item of a partition of the table or of an index. */
  forEachItem(query: Pick<Query, 'pk' | 'index'>, work: (item: Item) => Promise<void>): Promise<void>;
  /** The number of writes so far, including deletions of missing items. */
  writeCount(): number;
}

/** Limit of a transaction: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
const writesMax = 100;
const pageSize = 100;

/** @param waitUntilDeletable resolves when an item of a deleted partition may be deleted */
export function createEraser(
  table: Pick<Table, 'query' | 'transact'>,
  waitUntilDeletable: (item: Item) => Promise<void>,
): Eraser {
  let writeCount = 0;
  const deleteKeys: Eraser['deleteKeys'] = async (keys, additional = []) => {
    const uniqueKeys = [...new Map(keys.map(({ pk, sk }) => [`${pk}\n${sk}`, { pk, sk }])).values()];
    const writes = [...additional, ...uniqueKeys.map((key): Write => ({ delete: key }))];
    for (const batch of chunksOf(writes, writesMax)) await table.transact(batch);
    writeCount += writes.length;
  };

  return {
    deleteKeys,
    deletePartition: async (pk, before) => {
      // The first page again each time, because its items were deleted.
      for (;;) {
        const { items } = await table.query({ pk, limit: pageSize, consistent: true });
        if (items.length === 0) return;
        for (const item of items) {
          await waitUntilDeletable(item);
          await before?.(item);
        }
        await deleteKeys(items);
      }
    },
    deleteQueried: async (query) => {
      for (;;) {
        const { items } = await table.query({ ...query, limit: pageSize, consistent: true });
        if (items.length === 0) return;
        await deleteKeys(items);
      }
    },
    forEachItem: async ({ pk, index }, work) => {
      const sortKey = index === undefined ? 'sk' : `${index}sk`;
      let after: string | undefined;
      for (;;) {
        const source = index === undefined ? { consistent: true } : { index };
        const range = after === undefined ? {} : { sk: { after } };
        const { items, hasMore } = await table.query({ pk, limit: pageSize, ...source, ...range });
        for (const item of items) await work(item);
        const last = items.at(-1)?.[sortKey];
        if (!hasMore || last === undefined) return;
        after = String(last);
      }
    },
    writeCount: () => writeCount,
  };
}
