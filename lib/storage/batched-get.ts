import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Item, Key } from '#lib/storage/table.ts';
import { chunksOf } from '#lib/values/chunks.ts';

/** BatchGetItem reads at most 100 keys. */
const keysMax = 100;

interface Batch {
  readonly keys: Map<string, Key>;
  readonly items: Promise<ReadonlyMap<string, Item>>;
}

/**
 * Returns a function that reads one item. It combines all reads of one turn of the event loop into one BatchGetItem call and
 * reads each key once. For example, a batch of messages about one campaign reads the campaign once.
 */
export function batchedGet(
  readMany: (keys: readonly Key[]) => Promise<Item[]>,
): (key: Key) => Promise<Item | undefined> {
  let batch: Batch | undefined;

  const startBatch = (): Batch => {
    const keys = new Map<string, Key>();
    const items = endOfTurn().then(async () => {
      batch = undefined;
      const found = await Promise.all(chunksOf([...keys.values()], keysMax).map(readMany));

      return new Map(found.flat().map((item) => [identityOf(item), item]));
    });

    return { keys, items };
  };

  return async (key) => {
    batch ??= startBatch();
    batch.keys.set(identityOf(key), key);
    const items = await batch.items;

    return items.get(identityOf(key));
  };
}

function identityOf({ pk, sk }: Key): string {
  return `${pk}\n${sk}`;
}
