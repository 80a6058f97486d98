import { setImmediate as endOfTurn } from 'node:timers/promises';
import { type Item, identityOf, type Key } from '#lib/storage/table.ts';

interface Batch {
  readonly keys: Map<string, Key>;
  readonly items: Promise<ReadonlyMap<string, Item>>;
}

/**
 * Returns a function that reads one item. It combines all reads of one turn of the event loop into one call of `readMany`,
 * with each key once. For example, a batch of messages about one campaign reads the campaign once.
 */
export function batchedGet(
  readMany: (keys: readonly Key[]) => Promise<Item[]>,
): (key: Key) => Promise<Item | undefined> {
  let batch: Batch | undefined;

  const startBatch = (): Batch => {
    const keys = new Map<string, Key>();
    const items = endOfTurn().then(async () => {
      batch = undefined;
      const found = await readMany([...keys.values()]);

      return new Map(found.map((item) => [identityOf(item), item]));
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
