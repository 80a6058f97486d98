import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import { seededRandom } from '../seeded-random.ts';

/** Random choices of a simulation. Each depends only on the seed and its name, and not on the order of the choices. */
export interface Draws {
  /** In [0, 1). */
  share(name: string): number;
  /** Whether an event of this probability happens. */
  happens(name: string, probability: number): boolean;
  /** In [from, to). */
  between(name: string, from: number, to: number): number;
  pick<Value>(name: string, values: readonly [Value, ...Value[]]): Value;
}

export function createDraws(seed: number): Draws {
  const share = (name: string) =>
    createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() / 2 ** 32;

  return {
    share,
    happens: (name, probability) => share(name) < probability,
    between: (name, from, to) => from + share(name) * (to - from),
    pick: (name, values) => values[Math.floor(share(name) * values.length)] ?? values[0],
  };
}

/** The same seed gives the same ids and pauses. Keys and nonces stay random, because nothing depends on them. */
export function seedIdsAndPauses(seed: number): void {
  const bytes = seededRandom(seed);
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((buffer) => {
    const view = buffer as unknown as Uint8Array;
    for (let at = 0; at < view.length; at++) view[at] = Math.floor(bytes() * 256);

    return buffer;
  });
  vi.spyOn(Math, 'random').mockImplementation(seededRandom(seed + 1));
}
