import type { Item, Key, Table } from '#lib/storage/table.ts';

/**
 * A view of a table that reads each item of `get` and each batch of `getMany` once. Use it for plans of one transaction that
 * read the same items. If the transaction is refused because an item has changed, plan again with a new view.
 */
export function snapshotReads(table: Table): Table {
  const items = new Map<string, Promise<Item | undefined>>();
  const batches = new Map<string, Promise<Item[]>>();

  return {
    ...table,
    get: ({ pk, sk }: Key, options) =>
      readOnce(items, [pk, sk, options?.consistent], () => table.get({ pk, sk }, options)),
    getMany: (keys, options) =>
      readOnce(batches, [...keys.map(({ pk, sk }) => [pk, sk]), options?.consistent], () =>
        table.getMany(keys, options),
      ),
  };
}

function readOnce<Result>(
  results: Map<string, Promise<Result>>,
  identity: readonly unknown[],
  read: () => Promise<Result>,
): Promise<Result> {
  const name = JSON.stringify(identity);
  const result = results.get(name) ?? read();
  results.set(name, result);

  return result;
}
