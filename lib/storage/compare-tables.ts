import { readItems } from '#lib/storage/read-all.ts';
import { type Item, identityOf, type Table } from '#lib/storage/table.ts';

/** The most keys of one `getMany`. */
const pageSize = 100;

/** The items of a partition of a table, in order, with a key that another table does not have. Strongly consistent. */
export async function* missingItems(
  table: Table,
  other: Table,
  partition: { readonly pk: string; readonly from?: string },
): AsyncGenerator<Item> {
  let page: Item[] = [];
  for await (const item of readItems(table, { ...partition, limit: pageSize })) {
    page.push(item);
    if (page.length < pageSize) continue;
    yield* await missingFrom(other, page);
    page = [];
  }
  yield* await missingFrom(other, page);
}

async function missingFrom(table: Table, items: readonly Item[]): Promise<Item[]> {
  const found = await table.getMany(items.map(({ pk, sk }) => ({ pk, sk })));
  const known = new Set(found.map(identityOf));

  return items.filter((item) => !known.has(identityOf(item)));
}
