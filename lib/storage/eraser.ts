import { readItems } from '#lib/storage/read-all.ts';
import { type Item, identityOf, type Key, type Query, type Table, type Write } from '#lib/storage/table.ts';
import { chunksOf } from '#lib/values/chunks.ts';

/** Deletes the items of a workspace and counts its writes. */
export interface Eraser {
  /** Deletes items; missing items are ignored. @param additional writes for the transaction that deletes the first items */
  deleteKeys(keys: readonly Key[], additional?: readonly Write[]): Promise<void>;
  /** Deletes all items of a partition. @param before deletes an item's dependents */
  deletePartition(pk: string, before?: (item: Item) => Promise<void>): Promise<void>;
  /** Deletes all items of a query, page by page. @param before deletes an item's dependents */
  deleteQueried(query: Pick<Query, 'pk' | 'sk'>, before?: (item: Item) => Promise<void>): Promise<void>;
  /** Calls `work` with each item of a partition of the table or of an index. */
  forEachItem(query: Pick<Query, 'pk' | 'index'>, work: (item: Item) => Promise<void>): Promise<void>;
  /** The number of writes so far, including deletions of missing items. */
  writeCount(): number;
}

/** Limit of a transaction: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
const writesMax = 100;
const pageSize = 100;

/** @param waitUntilDeletable resolves when a queried item may be deleted, such as after the outcome of its claimed email */
export function createEraser(
  table: Pick<Table, 'query' | 'transact'>,
  waitUntilDeletable: (item: Item) => Promise<void>,
): Eraser {
  let writeCount = 0;
  const deleteKeys: Eraser['deleteKeys'] = async (keys, additional = []) => {
    const uniqueKeys = [...new Map(keys.map(({ pk, sk }) => [identityOf({ pk, sk }), { pk, sk }])).values()];
    const writes = [...additional, ...uniqueKeys.map((key): Write => ({ delete: key }))];
    for (const batch of chunksOf(writes, writesMax)) await table.transact(batch);
    writeCount += writes.length;
  };
  const deleteQueried: Eraser['deleteQueried'] = async (query, before) => {
    // The first page again each time, because its items were deleted.
    for (;;) {
      const { items } = await table.query({ ...query, limit: pageSize });
      if (items.length === 0) return;
      for (const item of items) {
        await waitUntilDeletable(item);
        await before?.(item);
      }
      await deleteKeys(items);
    }
  };

  return {
    deleteKeys,
    deleteQueried,
    deletePartition: (pk, before) => deleteQueried({ pk }, before),
    forEachItem: async (partition, work) => {
      for await (const item of readItems(table, { ...partition, limit: pageSize })) await work(item);
    },
    writeCount: () => writeCount,
  };
}
