import { hash } from 'node:crypto';

/** A number from 0 up to 1 that looks like chance and is always the same for the same seed. */
export function draw(seed: string): number {
  return Number.parseInt(hash('sha256', seed, 'hex').slice(0, 12), 16) / 2 ** 48;
}
