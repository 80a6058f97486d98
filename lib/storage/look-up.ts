import type { Item, Key, Table } from '#lib/storage/table.ts';
import { chunksOf } from '#lib/values/chunks.ts';

/** The item that was found under a key, if there was one. */
export type Found = (key: Key) => Item | undefined;

/** What BatchGetItem takes at once. */
const batchSize = 100;

/** Strongly consistent look-ups of items that are told apart by their keys; a key may be asked for twice. */
export async function lookUp(table: Table, keys: readonly Key[]): Promise<Found> {
  const distinct = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
  const batches = await Promise.all(
    chunksOf(distinct, batchSize).map((batch) => table.getMany(batch, { consistent: true })),
  );
  const items = new Map(batches.flat().map((item) => [nameOf(item), item]));

  return (key) => items.get(nameOf(key));
}

function nameOf({ pk, sk }: Key): string {
  return JSON.stringify([pk, sk]);
}
