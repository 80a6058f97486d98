import { randomInt } from 'node:crypto';
import { crockford, ulidTime } from '#lib/values/ids.ts';

/** An id as any of many containers draws it at a moment: those of one process would follow each other, whatever the clock. */
export function eventIdAt(at: number): string {
  const drawn = Array.from({ length: 16 }, () => crockford.charAt(randomInt(crockford.length)));

  return `evt_${ulidTime(at)}${drawn.join('')}`;
}
