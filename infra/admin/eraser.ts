import type { Item, Key, Query, Table } from '#lib/storage/table.ts';

export interface Eraser {
  /** Deletes items; missing items are ignored. */
  keys(keys: readonly Key[]): Promise<void>;
  /** Deletes all items of a partition. @param before is called for each item and deletes its dependents */
  partition(pk: string, before?: (item: Item) => Promise<void>): Promise<void>;
  /** Calls `work` with each item of a partition of the table or of an index. */
  each(query: Pick<Query, 'pk' | 'index'>, work: (item: Item) => Promise<void>): Promise<void>;
  /** The number of items deleted so far. */
  deleted(): number;
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
const keysAtOnce = 100;
const pageSize = 100;

export function createEraser(table: Pick<Table, 'query' | 'transact'>): Eraser {
  let deleted = 0;
  const keys: Eraser['keys'] = async (given) => {
    const unique = [...new Map(given.map(({ pk, sk }) => [`${pk}\n${sk}`, { pk, sk }])).values()];
    for (let at = 0; at < unique.length; at += keysAtOnce) {
      await table.transact(unique.slice(at, at + keysAtOnce).map((key) => ({ delete: key })));
    }
    deleted += unique.length;
  };

  return {
    keys,
    partition: async (pk, before) => {
      for (;;) {
        const { items } = await table.query({ pk, limit: pageSize, consistent: true });
        if (items.length === 0) return;
        if (before) for (const item of items) await before(item);
        await keys(items);
      }
    },
    each: async ({ pk, index }, work) => {
      const sortKey = index === undefined ? 'sk' : `${index}sk`;
      for (let after: string | undefined; ; ) {
        const place = index === undefined ? { consistent: true } : { index };
        const sk = after === undefined ? {} : { sk: { after } };
        const { items, more } = await table.query({ pk, limit: pageSize, ...place, ...sk });
        for (const item of items) await work(item);
        const last = items.at(-1)?.[sortKey];
        if (!more || last === undefined) return;
        after = String(last);
      }
    },
    deleted: () => deleted,
  };
}
