import type { IncomingMessage } from 'node:http';
import { gunzipSync, inflateSync } from 'node:zlib';
import { bodyBytesMax, eventBytesMax } from './limits.ts';
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

/**
 * Reads the body of a request; `undefined` when it is too large. The excess is read and dropped, so that the client receives the
 * response.
 */
export async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;

  for await (const chunk of incoming) {
    size += chunk.length;
    if (size <= bodyBytesMax) chunks.push(chunk);
  }

  return size > bodyBytesMax ? undefined : Buffer.concat(chunks);
}
