import { gunzipSync } from 'node:zlib';
import { invalidField } from '#lib/values/problem.ts';

/**
 * Returns the body without gzip compression. The first bytes decide, not the header: API Gateway decompresses the body of a
 * request with a Content-Encoding but keeps the header. So the same request arrives decompressed on AWS and compressed
 * elsewhere. Decompression stops at the limit, so that a small body cannot fill the memory.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-make-request-with-compressed-payload.html
 * @param coding value of the Content-Encoding header
 * @param bytesMax of the decompressed body
 * @throws Problem 422 for an unknown coding, damaged gzip data or a body that is too large
 */
export function decodeContent(bytes: Uint8Array, coding: string | undefined, bytesMax: number): Uint8Array {
  const name = coding?.trim().toLowerCase() ?? '';
  if (!codings.includes(name)) {
    throw invalidField('Content-Encoding', 'content_coding', 'must be gzip, deflate or identity');
  }

  return isGzip(bytes) ? gunzip(bytes, 'body', bytesMax) : bytes;
}

/**
 * The codings of API Gateway. `x-gzip` is an alias of `gzip`: RFC 9110, section 8.4.1.3. A `deflate` body has no magic number, so
 * it must arrive decompressed.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-enable-compression.html#api-gateway-supported-content-encodings
 */
const codings = ['', 'identity', 'gzip', 'x-gzip', 'deflate'];

/** @param path name of the bytes in the error. @throws Problem 422 */
export function gunzip(bytes: Uint8Array, path: string, bytesMax: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: bytesMax });
  } catch (error) {
    if (error instanceof RangeError) {
      throw invalidField(path, 'too_big', `must have at most ${bytesMax} bytes when decompressed; split it`);
    }
    throw invalidField(path, 'content_coding', 'must be complete gzip data');
  }
}

/** Whether the bytes start with the gzip magic number, which no text does. RFC 1952, section 2.3.1 */
export function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}
