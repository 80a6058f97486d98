/** Reproducible random values: the same seed gives the same sequence. */
export interface Random {
  /** An integer from 0 to `limit`, exclusive. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<Element>(list: readonly Element[]): Element;
}

/** mulberry32, public domain. @param seed 32 bits */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);

    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);

  return {
    below,
    chance: (probability) => next() < probability,
    pick: (list) => {
      for (const element of list.slice(below(list.length))) return element;
      throw new Error('nothing to pick from');
    },
  };
}
