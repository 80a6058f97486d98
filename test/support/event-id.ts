import { randomInt } from 'node:crypto';
import { crockford, ulidTime } from '#lib/values/ids.ts';

/** An id as if another container generated it at this time: it does not continue the ids of this process. */
export function eventIdAt(at: number): string {
  const random = Array.from({ length: 16 }, () => crockford.charAt(randomInt(crockford.length)));

  return `evt_${ulidTime(at)}${random.join('')}`;
}
