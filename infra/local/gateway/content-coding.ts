import { gunzipSync, inflateSync } from 'node:zlib';
import { eventBytesMax } from './limits.ts';
import type { RefusalKind } from './refusals.ts';

const decoders = { gzip: gunzipSync, deflate: inflateSync };

/**
 * The body as a REST API passes it on: decompressed, whether or not compression of responses is enabled. The header stays.
 * The documentation does not say what happens to an empty body; it passes here.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-make-request-with-compressed-payload.html
 */
export function decodeBody(body: Buffer, codings: readonly string[]): Buffer | RefusalKind {
  const coding = codings.join(',').trim().toLowerCase();
  if (coding === '' || coding === 'identity' || body.length === 0) return body;
  if (!isSupported(coding)) return 'unsupportedCoding';

  try {
    return decoders[coding](body, { maxOutputLength: eventBytesMax });
  } catch (error) {
    // Lambda accepts no event of this size.
    return error instanceof RangeError ? 'eventTooLarge' : 'unsupportedCoding';
  }
}

function isSupported(coding: string): coding is keyof typeof decoders {
  return Object.hasOwn(decoders, coding);
}
