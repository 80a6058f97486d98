import { hash } from 'node:crypto';

/** A pseudo-random number in [0, 1) with 48 bits: 12 hexadecimal digits. The same seed gives the same number. */
export function seededRandom(seed: string): number {
  return Number.parseInt(hash('sha256', seed, 'hex').slice(0, 12), 16) / 2 ** 48;
}
