import type { Item, Table } from '#lib/storage/table.ts';

/**
 * Reads all items of a partition with a prefix. Reads several pages, because a Query returns at most 1 MB.
 * @param options `limit` is the number of items per page, by default 100
 */
export async function readAllWithPrefix(
  table: Table,
  pk: string,
  prefix: string,
  options: { readonly consistent?: boolean; readonly limit?: number } = {},
): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const lastKey = items.at(-1)?.sk;
    const page = await table.query({
      pk,
      // `from` is inclusive, so `\u0001` excludes the last key. `\uffff` sorts after all keys with the prefix.
      sk: { from: lastKey === undefined ? prefix : `${lastKey}\u0001`, to: `${prefix}\uffff` },
      limit: 100,
      ...options,
    });
    items.push(...page.items);
    if (!page.hasMore) return items;
  }
}
