import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { decodeContent } from '#lib/http/content-coding.ts';
import type { Contract } from '#lib/http/contract.ts';
import { withoutEmptyTexts } from '#lib/http/empty-texts.ts';
import { describePartIssues } from '#lib/http/issues.ts';
import { readJson } from '#lib/http/json.ts';
import { invalid, invalidField, notFound, type ProblemDetail } from '#lib/values/problem.ts';

/** The request that a handler receives, parsed by its contract. */
export interface Input<C extends Contract> {
  readonly params: Parsed<C['params']>;
  readonly query: Parsed<C['query']>;
  /** Undefined if the contract also has `rawBodyTypes` and the body has one of these types. */
  readonly body: Parsed<C['body']>;
  /** The body without gzip compression, for contracts with `rawBodyTypes`. */
  readonly bytes: Uint8Array;
  readonly mediaType: MediaType;
}

/** A parsed Content-Type: RFC 9110, section 8.3.1. */
export interface MediaType {
  /** Lower case, without parameters. */
  readonly type: string;
  readonly charset: string | undefined;
  /** Only for multipart bodies. */
  readonly boundary: string | undefined;
}

type Parsed<Schema> = z.output<Extract<Schema, z.ZodMiniType>>;

/**
 * Parses a request by its contract. A malformed id is a 404, like an unknown one. A body that is too large or not JSON is
 * rejected immediately. All other faults are listed in one 422.
 * @throws Problem
 */
export function parseInput<C extends Contract>(definition: C, event: APIGatewayProxyEvent): Input<C> {
  const params = definition.params?.safeParse(event.pathParameters ?? {});
  if (params?.success === false) throw notFound();

  const bytes = readBytes(definition, event);
  const mediaType = readMediaType(headerOf(event, 'content-type'));
  const faults: ProblemDetail[] = [];
  const query = readQuery(definition.query ?? emptyObject, event, faults);
  const body = readBody(definition, mediaType.type, bytes, faults);
  if (faults.length > 0) throw invalid(faults);

  // The schemas have just produced these values; TypeScript cannot infer this through a conditional type.
  return { params: params?.data, query, body, bytes, mediaType } as Input<C>;
}

const emptyObject = z.strictObject({});

/**
 * Parses the body as JSON, or leaves it to the handler if its type is one of `rawBodyTypes`. A contract without a
 * body accepts an absent or empty body, and `{}`.
 */
function readBody(
  { method, body, rawBodyTypes, bodyIsOptional }: Contract,
  contentType: string,
  bytes: Uint8Array,
  faults: ProblemDetail[],
): unknown {
  const takesBody = body !== undefined || rawBodyTypes !== undefined;
  if (bytes.length === 0 && (bodyIsOptional || !takesBody)) return body && parse(body, {}, 'body', faults);
  if (rawBodyTypes?.includes(contentType)) return undefined;
  const jsonTypes = body || !takesBody ? ['application/json'] : [];
  if (!jsonTypes.includes(contentType)) {
    const message = `must be ${[...(rawBodyTypes ?? []), ...jsonTypes].join(' or ')}`;
    faults.push({ path: 'Content-Type', rule: 'media_type', message });

    return undefined;
  }

  const schema = body ?? emptyObject;

  return parse(schema, withoutEmptyTexts(schema, readJson(bytes), method), 'body', faults);
}

function parse(
  schema: z.ZodMiniType,
  value: unknown,
  part: 'query' | 'body',
  faults: ProblemDetail[],
): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) faults.push(...describePartIssues(result.error.issues, part));

  return result.data;
}

/** Hand-written, because Node's `MIMEType` would load another module in every function. */
export function readMediaType(value = ''): MediaType {
  return {
    type: value.split(';')[0]?.trim().toLowerCase() ?? '',
    charset: parameter(value, /;\s*charset=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i),
    boundary: parameter(value, /;\s*boundary=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i),
  };
}

function parameter(value: string, pattern: RegExp): string | undefined {
  const [, quoted, token] = pattern.exec(value) ?? [];

  return quoted?.replaceAll(/\\(.)/g, '$1') ?? token;
}

/** A filter by one of these without a value would find other objects. */
const identities = ['domain', 'email', 'externalId', 'value'];

/**
 * A parameter that is given twice is a fault. An optional parameter without a value is absent, as many clients mean it, unless it
 * identifies an object.
 */
function readQuery(schema: z.ZodMiniType, event: APIGatewayProxyEvent, faults: ProblemDetail[]): unknown {
  // Object.fromEntries, because an assignment would silently drop `?__proto__=1`.
  const parameters = Object.fromEntries(
    Object.entries(event.multiValueQueryStringParameters ?? {}).map(([name, values = []]) => {
      if (values.length > 1) faults.push({ path: name, rule: 'repeated', message: 'must be given once' });

      return [name, values[0] ?? ''];
    }),
  );

  // As in a POST, because a query has no values to clear.
  const given = withoutEmptyTexts(schema, parameters, 'POST');
  const empty = identities.filter((name) => parameters[name] === '').map((name) => [name, '']);

  return parse(schema, { ...Object(given), ...Object.fromEntries(empty) }, 'query', faults);
}

/** The `bodyBytesMax` of a contract that does not set it. */
export const bodyBytesMaxDefault = 1_000_000;

/** @throws Problem 422 when the body exceeds the contract's limit, before it is parsed */
function readBytes({ bodyBytesMax, decodedBytesMax }: Contract, event: APIGatewayProxyEvent): Uint8Array {
  const { body, isBase64Encoded } = event;
  const bytesMax = bodyBytesMax ?? bodyBytesMaxDefault;
  const encoding = isBase64Encoded ? 'base64' : 'utf8';
  if (Buffer.byteLength(body ?? '', encoding) > bytesMax) {
    throw invalidField(
      'body',
      'too_big',
      `must have at most ${bytesMax} bytes${oversizeAdvice(decodedBytesMax)}`,
    );
  }
  const bytes = Buffer.from(body ?? '', encoding);

  return decodedBytesMax === undefined
    ? bytes
    : decodeContent(bytes, headerOf(event, 'content-encoding'), decodedBytesMax);
}

/**
 * Advice for a contract that accepts gzip: the gateway decompresses a body with a Content-Encoding, so only a gzip file arrives
 * compressed and below the limit.
 */
function oversizeAdvice(decodedBytesMax: number | undefined): string {
  return decodedBytesMax === undefined
    ? ''
    : '; send it as a gzip file (Content-Type: application/gzip, no Content-Encoding) or split it';
}

/**
 * Maximum characters of headers, path and query together: Node's own limit. The gateway accepts 10,240 bytes and adds some.
 */
const headLengthMax = 16_384;

/**
 * Rejects a request with long headers, path or query. Links are exempt, because email programs and proxies add headers. Link
 * endpoints truncate the headers that they use.
 * @throws Problem 422, before any header is parsed
 */
export function rejectLongHead({ auth }: Contract, event: APIGatewayProxyEvent): void {
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

/** Header names are case-insensitive. @param name in lower case */
export function headerOf(
  { headers }: Pick<APIGatewayProxyEvent, 'headers'>,
  name: string,
): string | undefined {
  return Object.entries(headers ?? {}).find(([each]) => each.toLowerCase() === name)?.[1];
}

/** All values of a header, for headers that HTTP/2 may split. @param name in lower case */
export function headerValuesOf(
  { multiValueHeaders }: Pick<APIGatewayProxyEvent, 'multiValueHeaders'>,
  name: string,
): readonly string[] {
  return Object.entries(multiValueHeaders ?? {}).flatMap(([each, values]) =>
    each.toLowerCase() === name ? (values ?? []) : [],
  );
}
