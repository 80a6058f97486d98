import { deflateSync, gzipSync } from 'node:zlib';
import { rangesOf } from '#lib/http/accept.ts';
import type { HttpResponse } from './responses.ts';

const encoders = { gzip: gzipSync, deflate: deflateSync };

/**
 * Compresses a response as a REST API does: from a size, if the response is not encoded yet, and if the caller prefers a supported coding.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-receive-response-with-compressed-payload.html
 */
export function compressResponse(
  response: HttpResponse,
  acceptEncoding: string | undefined,
  sizeMin: number | undefined,
): HttpResponse {
  const { headers, body } = response;
  const codings = [...rangesOf(acceptEncoding ?? '')].toSorted(([, one], [, other]) => other - one);
  const [coding] = codings[0] ?? [];
  const isDue = sizeMin !== undefined && body.length >= sizeMin && headers['content-encoding'] === undefined;
  if (!isDue || (coding !== 'gzip' && coding !== 'deflate')) return response;

  return {
    ...response,
    headers: { ...headers, 'content-encoding': coding },
    body: encoders[coding](body),
  };
}
