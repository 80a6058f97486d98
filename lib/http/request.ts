import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { decodeContent } from '#lib/http/content-coding.ts';
import { bodyBytesMaxDefault, type Contract } from '#lib/http/contract.ts';
import { describeIssues } from '#lib/http/issues.ts';
import { readJson } from '#lib/http/json.ts';
import { type MediaType, readMediaType } from '#lib/http/media-type.ts';
import { invalid, invalidField, notFound, type ProblemDetail } from '#lib/values/problem.ts';

/** What a handler gets of a request, parsed by its contract. */
export interface Input<C extends Contract> {
  readonly params: Parsed<C['params']>;
  readonly query: Parsed<C['query']>;
  /** Of a contract that has `rawBodyTypes` too, undefined where the body is of one of these. */
  readonly body: Parsed<C['body']>;
  /** The body without gzip compression, for contracts with `rawBodyTypes`. */
  readonly bytes: Uint8Array;
  readonly mediaType: MediaType;
}

type Parsed<Schema> = z.output<Extract<Schema, z.ZodMiniType>>;

/**
 * Parses a request by its contract. A malformed id is 404 like an unknown one; everything else that is wrong is one
 * 422 that names every fault.
 * @throws Problem
 */
export function parseInput<C extends Contract>(definition: C, event: APIGatewayProxyEvent): Input<C> {
  const params = definition.params?.safeParse(event.pathParameters ?? {});
  if (params?.success === false) throw notFound();

  const bytes = readBytes(definition, event);
  const mediaType = readMediaType(headerOf(event, 'content-type'));
  const faults: ProblemDetail[] = [];
  const query = parse(definition.query ?? nothing, readQuery(event, faults), '', faults);
  const body = readBody(definition, mediaType.type, bytes, faults);
  if (faults.length > 0) throw invalid(faults);

  // The schemas have just produced these values; TypeScript cannot follow `safeParse` through a conditional type.
  return { params: params?.data, query, body, bytes, mediaType } as Input<C>;
}

const nothing = z.strictObject({});

/** A body where none is asked for may be absent or empty: unknown fields are refused there as everywhere. */
function readBody(
  { body, rawBodyTypes, bodyIsOptional }: Contract,
  contentType: string,
  bytes: Uint8Array,
  faults: ProblemDetail[],
): unknown {
  if (bytes.length === 0 && (bodyIsOptional || !(body || rawBodyTypes))) {
    return body && parse(body, {}, '', faults);
  }
  if (rawBodyTypes?.includes(contentType)) return undefined;
  const jsonTypes = body || !rawBodyTypes ? ['application/json'] : [];
  if (!jsonTypes.includes(contentType)) {
    faults.push(mediaTypeFault([...(rawBodyTypes ?? []), ...jsonTypes]));

    return undefined;
  }

  return parse(body ?? nothing, readJson(bytes), '', faults);
}

function parse(schema: z.ZodMiniType, value: unknown, root: string, faults: ProblemDetail[]): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) faults.push(...describeIssues(result.error.issues, root));

  return result.data;
}

function mediaTypeFault(allowed: readonly string[]): ProblemDetail {
  return { path: 'Content-Type', rule: 'media_type', message: `must be ${allowed.join(' or ')}` };
}

function readQuery(event: APIGatewayProxyEvent, faults: ProblemDetail[]): Record<string, string> {
  // Not by assignment: `?__proto__=1` would vanish instead of being refused.
  return Object.fromEntries(
    Object.entries(event.multiValueQueryStringParameters ?? {}).map(([name, values = []]) => {
      if (values.length > 1) faults.push({ path: name, rule: 'repeated', message: 'must be given once' });

      return [name, values[0] ?? ''];
    }),
  );
}

/** @throws Problem 422 for more bytes than the contract takes, before anything looks into them. */
function readBytes({ bodyBytesMax, decodedBytesMax }: Contract, event: APIGatewayProxyEvent): Uint8Array {
  const { body, isBase64Encoded } = event;
  const bytesMax = bodyBytesMax ?? bodyBytesMaxDefault;
  const encoding = isBase64Encoded ? 'base64' : 'utf8';
  if (Buffer.byteLength(body ?? '', encoding) > bytesMax) {
    throw invalidField('body', 'too_big', `must have at most ${bytesMax} bytes${remedy(decodedBytesMax)}`);
  }
  const bytes = Buffer.from(body ?? '', encoding);

  return decodedBytesMax === undefined
    ? bytes
    : decodeContent(bytes, headerOf(event, 'content-encoding'), decodedBytesMax);
}

/** The gateway decompresses a body that has a Content-Encoding before it passes it on: only a gzip file arrives compressed. */
function remedy(decodedBytesMax: number | undefined): string {
  return decodedBytesMax === undefined
    ? ''
    : '; send it as a gzip file (Content-Type: application/gzip, no Content-Encoding) or split it';
}

/** Of all header values, the path and the query together: Node's own limit. The gateway takes 10,240 bytes, and adds some. */
const headLengthMax = 16_384;

/**
 * Of a link nothing is refused: mail programs and proxies add headers, and the few that are read are cut.
 * @throws Problem 422, before anything looks into a header
 */
export function refuseLongHead({ auth }: Contract, event: APIGatewayProxyEvent): void {
  if (auth === 'link') return;
  const { path, multiValueHeaders, headers, multiValueQueryStringParameters } = event;
  const parts = [multiValueHeaders ?? headers ?? {}, multiValueQueryStringParameters ?? {}];
  const length = parts
    .flatMap((part) => Object.entries(part))
    .reduce((sum, [name, values = '']) => sum + name.length + values.toString().length, path.length);
  if (length <= headLengthMax) return;

  throw invalidField(
    'headers',
    'too_big',
    `must have at most ${headLengthMax} characters with path and query`,
  );
}

/**
 * Where a request reached us, as its caller called it: with the stage in the path where the host has no domain of its own.
 * The gateway speaks HTTPS only; that of the local stack, HTTP.
 */
export function addressOf(event: APIGatewayProxyEvent): string {
  const { domainName, path } = event.requestContext;

  return `${headerOf(event, 'x-forwarded-proto') === 'http' ? 'http' : 'https'}://${domainName}${path}`;
}

/**
 * What precedes the API's own path in the path of a request: `/` and the stage at the host name of the gateway, the base path of
 * a custom domain, or nothing. The leading slash is single: two of them would begin a host name.
 */
export function stagePathOf({ resource, requestContext }: APIGatewayProxyEvent): string {
  const parts = requestContext.path.split('/').filter((part) => part !== '');
  const own = resource.split('/').filter((part) => part !== '');

  return parts
    .slice(0, Math.max(0, parts.length - own.length))
    .map((part) => `/${part}`)
    .join('');
}

/** @param name in lower case; header names have no case of their own. */
export function headerOf(
  { headers }: Pick<APIGatewayProxyEvent, 'headers'>,
  name: string,
): string | undefined {
  return Object.entries(headers ?? {}).find(([each]) => each.toLowerCase() === name)?.[1];
}

/** Every value of a header, for those that HTTP/2 may split. @param name in lower case */
export function headerValuesOf(
  { multiValueHeaders }: Pick<APIGatewayProxyEvent, 'multiValueHeaders'>,
  name: string,
): readonly string[] {
  return Object.entries(multiValueHeaders ?? {}).flatMap(([each, values]) =>
    each.toLowerCase() === name ? (values ?? []) : [],
  );
}
