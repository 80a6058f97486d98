import { gunzipSync } from 'node:zlib';
import { invalidField } from '#lib/http/problem.ts';

/**
 * A body without its Content-Encoding: gzip, or none. What inflates beyond the limit is given up there, so that a small
 * body cannot fill the memory.
 * @param bytesMax of what comes out
 * @throws Problem 422
 */
export function decodeContent(bytes: Uint8Array, coding: string | undefined, bytesMax: number): Uint8Array {
  const name = coding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return bytes;
  if (name !== 'gzip' && name !== 'x-gzip') {
    throw invalidField('Content-Encoding', 'content_coding', 'must be gzip or identity');
  }

  return gunzip(bytes, 'body', bytesMax);
}

/** @param path what the bytes are called in a problem */
export function gunzip(bytes: Uint8Array, path: string, bytesMax: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: bytesMax });
  } catch (error) {
    if (error instanceof RangeError) {
      throw invalidField(path, 'too_big', `must have at most ${bytesMax} bytes when decompressed`);
    }
    throw invalidField(path, 'content_coding', 'is not whole gzip data');
  }
}

/** Whether bytes begin as gzip does; no text does. RFC 1952, section 2.3.1 */
export function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}
