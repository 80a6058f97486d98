import { hash } from 'node:crypto';
import type { ObjectIntegration } from '../template/object-integration.ts';
import type { HttpResponse } from './responses.ts';

export interface StoredObject {
  readonly body: Buffer;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Set for a placeholder that is shown until the object exists: the response then has status 503. */
  readonly retryAfterSeconds?: number;
}

/** @returns undefined if the key does not exist */
export type ReadObject = (key: string) => Promise<StoredObject | undefined>;

/** Without permission to list the bucket, S3 responds to an unknown key with status 403. */
const missingObject = { status: '403', headers: {}, body: Buffer.alloc(0) };

interface ObjectRequest {
  readonly pathParameters: Readonly<Record<string, string>>;
  /** The header of the request. */
  readonly ifNoneMatch: string | undefined;
  readonly requestId: string;
}

/** Reads the object of a route. The response mappings of the integration determine status, headers and body. */
export async function objectResponse(
  integration: ObjectIntegration,
  { pathParameters, ifNoneMatch, requestId }: ObjectRequest,
  readObject: ReadObject,
): Promise<HttpResponse> {
  const key = integration.key.replaceAll(/\{(\w+)\}/g, (_, name) => pathParameters[name] ?? '');
  const object = await readObject(key);
  const s3Response =
    object === undefined
      ? missingObject
      : responseOf(object, integration.isConditional ? ifNoneMatch : undefined);
  const mapping =
    integration.responses.find(({ pattern }) => pattern?.test(s3Response.status)) ??
    integration.responses.find(({ pattern }) => pattern === undefined);
  if (mapping === undefined) throw new Error(`No response is mapped to the status ${s3Response.status}`);

  const headers = mapHeaders(mapping.headers, s3Response.headers);
  const body =
    mapping.body === undefined
      ? s3Response.body
      : Buffer.from(mapping.body.replaceAll('$context.requestId', requestId));
  if (object?.retryAfterSeconds === undefined) return { status: mapping.status, headers, body };

  return { status: 503, headers: { ...headers, 'retry-after': String(object.retryAfterSeconds) }, body };
}

/** S3 also returns the MD5 hash of an object, and no content to a caller that has it. */
function responseOf({ headers, body }: StoredObject, ifNoneMatch: string | undefined) {
  const etag = `"${hash('md5', body)}"`;
  const isKnown = ifNoneMatch === etag || ifNoneMatch === '*';

  return isKnown
    ? { status: '304', headers: { etag }, body: Buffer.alloc(0) }
    : { status: '200', headers: { ...headers, etag }, body };
}

/**
 * A mapped value is a text in single quotes, or the name of a header of the object. A header that the object lacks is omitted.
 */
function mapHeaders(
  mappings: Readonly<Record<string, string>>,
  stored: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(mappings).flatMap(([name, value]) => {
      const source = /^integration\.response\.header\.(.+)$/.exec(value)?.[1];
      const mapped = source === undefined ? value.slice(1, -1) : stored[source.toLowerCase()];

      return mapped === undefined ? [] : [[name.toLowerCase(), mapped]];
    }),
  );
}
