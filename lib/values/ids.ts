import { decodeTime, encodeTime, monotonicFactory } from 'ulid';

const nextUlid = monotonicFactory();

export type IdPrefix =
  | 'acc'
  | 'blk'
  | 'cmp'
  | 'com'
  | 'con'
  | 'evt'
  | 'exe'
  | 'imp'
  | 'job'
  | 'key'
  | 'stp'
  | 'usr'
  | 'var'
  | 'whk'
  | 'wsp';

/** Sortable by time of creation; ids of one container in one millisecond keep their order too. */
export function newId(prefix: IdPrefix, now: number): string {
  return `${prefix}_${nextUlid(now)}`;
}

/** RFC 3339, UTC, milliseconds. */
export function timestamp(now: number): string {
  return new Date(now).toISOString();
}

/** Of a change to something last changed at `previous`: two of them never share a time, so that it tells versions apart. */
export function laterThan(previous: string, now: number): string {
  return timestamp(Math.max(now, Date.parse(previous) + 1));
}

/** How an id of this moment begins, after its prefix: what sorts before it is older. */
export function ulidTime(now: number): string {
  return encodeTime(now, 10);
}

/** When an id was made, in epoch milliseconds. */
export function timeOfId(id: string): number {
  return decodeTime(id.slice(id.indexOf('_') + 1));
}

/** The digits of ULIDs. */
export const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** An id that follows from what it stands for, so that a repeat finds it again. @param digest at least 26 bytes */
export function idFromHash(prefix: IdPrefix, digest: Uint8Array): string {
  return `${prefix}_${Array.from(digest.subarray(0, 26), (byte) => crockford.charAt(byte % 32)).join('')}`;
}
