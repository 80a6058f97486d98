import { gunzipSync, inflateSync } from 'node:zlib';
import { eventBytesMax } from './limits.ts';
import type { RefusalKind } from './refusals.ts';

const decoders = { gzip: gunzipSync, deflate: inflateSync };

/**
 * The body as a REST API passes it on: decompressed, regardless of the setting for response compression. The
 * header stays. AWS does not document the case of an empty body; it is accepted here.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-make-request-with-compressed-payload.html
 */
export function decodeBody(body: Buffer, codings: readonly string[]): Buffer | RefusalKind {
  const coding = codings.join(',').trim().toLowerCase();
  if (coding === '' || coding === 'identity' || body.length === 0) return body;
  if (!isSupported(coding)) return 'unsupportedCoding';

  try {
    return decoders[coding](body, { maxOutputLength: eventBytesMax });
  } catch (error) {
    // The decompressed body exceeds Lambda's event size.
    return error instanceof RangeError ? 'eventTooLarge' : 'unsupportedCoding';
  }
}

function isSupported(coding: string): coding is keyof typeof decoders {
  return Object.hasOwn(decoders, coding);
}
