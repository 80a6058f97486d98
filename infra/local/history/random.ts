/** Pseudo-random choices, equal for equal seeds. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** An integer within inclusive bounds. */
  between(low: number, high: number): number;
  /** @param list not empty */
  pick<Element>(list: readonly Element[]): Element;
}

/** Mulberry32: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;

    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));

  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: <Element>(list: readonly Element[]) => list[between(0, list.length - 1)] as Element,
  };
}

/**
 * Makes the ids of this thread depend on the seed only: ULIDs take their random digits from `getRandomValues`. Secrets take theirs
 * from `node:crypto`, so they stay unpredictable.
 */
export function seedIds(random: Random): void {
  Object.defineProperty(globalThis.crypto, 'getRandomValues', {
    value: (bytes: Uint8Array) => {
      for (const position of bytes.keys()) bytes[position] = random.between(0, 255);

      return bytes;
    },
  });
}
