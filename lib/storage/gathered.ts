import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Item, Key } from '#lib/storage/table.ts';
import { chunksOf } from '#lib/values/chunks.ts';

/** What BatchGetItem takes at once. */
const keysMax = 100;

interface Turn {
  readonly keys: Map<string, Key>;
  readonly items: Promise<ReadonlyMap<string, Item>>;
}

/**
 * Reads one item for each who asks, and many in one call: whatever is asked for in one turn of the event loop is read
 * together, each key once. A batch of messages about one campaign reads it once, and nobody has to arrange for that.
 */
export function gathered(
  readMany: (keys: readonly Key[]) => Promise<Item[]>,
): (key: Key) => Promise<Item | undefined> {
  let turn: Turn | undefined;

  const begin = (): Turn => {
    const keys = new Map<string, Key>();
    const items = endOfTurn().then(async () => {
      turn = undefined;
      const found = await Promise.all(chunksOf([...keys.values()], keysMax).map(readMany));

      return new Map(found.flat().map((item) => [nameOf(item), item]));
    });

    return { keys, items };
  };

  return async (key) => {
    turn ??= begin();
    turn.keys.set(nameOf(key), key);
    const items = await turn.items;

    return items.get(nameOf(key));
  };
}

function nameOf({ pk, sk }: Key): string {
  return `${pk}\n${sk}`;
}
