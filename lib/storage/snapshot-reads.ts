import type { Item, Key, Table } from '#lib/storage/table.ts';
import { shareResult } from '#lib/values/share-result.ts';

/**
 * A view of a table that reads each item of `get` and each batch of `getMany` once. Use it for plans of one transaction that
 * read the same items. If the transaction is refused because an item has changed, plan again with a new view.
 */
export function snapshotReads(table: Table): Table {
  const items = new Map<string, Promise<Item | undefined>>();
  const batches = new Map<string, Promise<Item[]>>();

  return {
    ...table,
    get: ({ pk, sk }: Key) => shareResult(items, JSON.stringify([pk, sk]), () => table.get({ pk, sk })),
    getMany: (keys) => {
      const name = JSON.stringify(keys.map(({ pk, sk }) => [pk, sk]));

      return shareResult(batches, name, () => table.getMany(keys));
    },
  };
}
