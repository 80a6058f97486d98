/** Pseudo-random choices, equal for equal seeds. */
export type Random = ReturnType<typeof createRandom>;

/** Mulberry32: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
export function createRandom(seed: number) {
  let state = seed | 0;
  /** In [0, 1). */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;

    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** An integer within inclusive bounds. */
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));

  return {
    next,
    between,
    /** True with this probability. */
    chance: (probability: number) => next() < probability,
    /** @param list not empty */
    pick: <Element>(list: readonly Element[]) => list[between(0, list.length - 1)] as Element,
  };
}
