import { gunzipSync } from 'node:zlib';
import { invalidField } from '#lib/values/problem.ts';

/**
 * The body without gzip compression. The first bytes decide, not the header: API Gateway decompresses the body of a request that
 * has a Content-Encoding and keeps the header, so the same request arrives decompressed on AWS and compressed elsewhere.
 * Output over the limit is not produced, so that a small body cannot fill the memory.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-make-request-with-compressed-payload.html
 * @param bytesMax of the decompressed body
 * @throws Problem 422
 */
export function decodeContent(bytes: Uint8Array, coding: string | undefined, bytesMax: number): Uint8Array {
  const name = coding?.trim().toLowerCase() ?? '';
  if (!codings.includes(name)) {
    throw invalidField('Content-Encoding', 'content_coding', 'must be gzip or identity');
  }

  return isGzip(bytes) ? gunzip(bytes, 'body', bytesMax) : bytes;
}

/** `x-gzip` is an alias of `gzip`: RFC 9110, section 8.4.1.3. */
const codings = ['', 'identity', 'gzip', 'x-gzip'];

/** @param path what the bytes are called in a problem */
export function gunzip(bytes: Uint8Array, path: string, bytesMax: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: bytesMax });
  } catch (error) {
    if (error instanceof RangeError) {
      throw invalidField(path, 'too_big', `must have at most ${bytesMax} bytes when decompressed; split it`);
    }
    throw invalidField(path, 'content_coding', 'is not whole gzip data');
  }
}

/** Whether bytes begin as gzip does; no text does. RFC 1952, section 2.3.1 */
export function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}
