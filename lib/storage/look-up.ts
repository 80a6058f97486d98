import type { Item, Key, Table } from '#lib/storage/table.ts';
import { chunksOf } from '#lib/values/chunks.ts';

/** Returns the item that was read for a key, or undefined. */
export type ItemLookup = (key: Key) => Item | undefined;

/** BatchGetItem reads at most 100 keys. */
const batchSize = 100;

/** Reads items with strong consistency. Duplicate keys are read once. */
export async function lookUpItems(table: Table, keys: readonly Key[]): Promise<ItemLookup> {
  const uniqueKeys = [...new Map(keys.map((key) => [identityOf(key), key])).values()];
  const batches = await Promise.all(
    chunksOf(uniqueKeys, batchSize).map((batch) => table.getMany(batch, { consistent: true })),
  );
  const items = new Map(batches.flat().map((item) => [identityOf(item), item]));

  return (key) => items.get(identityOf(key));
}

function identityOf({ pk, sk }: Key): string {
  return JSON.stringify([pk, sk]);
}
