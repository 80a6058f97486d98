import type { Header, Schema } from '#lib/docs/openapi-document.ts';
import type { Contract } from '#lib/http/contract.ts';
import { securityHeaders } from '#lib/http/exchange.ts';

const countSchema: Schema = { type: 'integer', format: 'int32', minimum: 0, maximum: 100_000 };
const textSchema = { type: 'string', maxLength: 4096 } as const;

export const exampleRequestId = '3f0d4c1e-5b7a-4c52-9e7d-8a6b1c2d3e08';

/** By header name, which is also the component name. */
const headers: Readonly<Record<string, Header>> = {
  'X-RateLimit-Limit': {
    description:
      'Requests allowed in a window of 60 seconds: 100 for an API key, 200 for a user. For links in emails: requests per second from all callers together. Ignore it if `X-RateLimit-Reset` is 0.',
    required: true,
    schema: countSchema,
    example: 100,
  },
  'X-RateLimit-Remaining': {
    description:
      'Requests left in the window. For links in emails, requests are not counted, and the value is the limit minus one. Ignore it if `X-RateLimit-Reset` is 0.',
    required: true,
    schema: countSchema,
    example: 99,
  },
  'X-RateLimit-Reset': {
    description:
      'Unix time in seconds at which the window ends. 0 if the gateway answered and the rate limit was not checked, see [Responses of the gateway](#responses-of-the-gateway).',
    required: true,
    schema: { type: 'integer', format: 'int64', minimum: 0, maximum: 9_999_999_999 },
    example: 1_795_167_060,
  },
  'RateLimit-Policy': {
    description:
      'The limit as `q`, in the form of the IETF draft “RateLimit header fields for HTTP”. Absent if the gateway answered.',
    required: false,
    schema: textSchema,
    example: '"default";q=100',
  },
  RateLimit: {
    description:
      'Requests left as `r`, and seconds until the window ends as `t`, in the form of the same draft. Absent if the gateway answered.',
    required: false,
    schema: textSchema,
    example: '"default";r=99;t=42',
  },
  'X-Request-Id': {
    description: 'Id of the request in the logs of the service. Include it in support requests.',
    required: true,
    schema: { ...textSchema, maxLength: 100 },
    example: exampleRequestId,
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    required: true,
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 3600 },
    example: 42,
  },
  Link: {
    description:
      'The chapter of this document that explains the error, with the relation `help`. Resolve it against the request URL. Absent if the gateway answered.',
    required: false,
    schema: textSchema,
    example: '</docs/errors.md>; rel="help"',
  },
  Location: {
    description:
      'Absolute path of the created resource or the running import. Resolve it against the request URL: it starts with the stage if your base URL has one. For a tracked link, the URL of the destination.',
    required: true,
    schema: { ...textSchema, format: 'uri-reference' },
    example: '/contacts/con_01JCZ3X5V2N8Q4R6T7W9Y1B3D5',
  },
  'Idempotency-Replayed': {
    description:
      '`true` if this is the stored response to an earlier request with the same Idempotency-Key. The repeat changed nothing.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Idempotency-Mismatch': {
    description:
      'The parts in which the repeat differs from the original request. This indicates an error in the client.',
    schema: { type: 'string', enum: ['body', 'query', 'body, query'] },
    example: 'body',
  },
  'Set-Cookie': {
    description:
      'Sets, extends (once per day) or deletes the session cookie. A login also sets the device cookie.',
    schema: textSchema,
  },
  'Cache-Control': {
    description: 'Caching of the response. `no-store` unless an operation says otherwise.',
    required: true,
    schema: textSchema,
    example: securityHeaders['Cache-Control'],
  },
  Vary: {
    description:
      'The request headers that select the response: `Accept-Language` the language of a page for recipients, `Accept` the format of an error.',
    schema: textSchema,
    example: 'Accept, Accept-Language',
  },
  'Content-Security-Policy': {
    description: 'Forbids the response to load content of other sites, run inline scripts or be framed.',
    required: true,
    schema: textSchema,
    example: securityHeaders['Content-Security-Policy'],
  },
  'Referrer-Policy': {
    description: 'Browsers do not send the URL of the request to other sites.',
    required: true,
    schema: textSchema,
    example: securityHeaders['Referrer-Policy'],
  },
  'Strict-Transport-Security': {
    description: 'Browsers use HTTPS for this host for the next two years.',
    required: true,
    schema: textSchema,
    example: securityHeaders['Strict-Transport-Security'],
  },
  'X-Content-Type-Options': {
    description: 'Browsers use the media type in `Content-Type` and do not guess another one.',
    required: true,
    schema: { type: 'string', enum: [securityHeaders['X-Content-Type-Options']] },
    example: securityHeaders['X-Content-Type-Options'],
  },
  'X-Frame-Options': {
    description: 'Forbids framing in browsers that do not support `frame-ancestors`.',
    required: true,
    schema: { type: 'string', enum: [securityHeaders['X-Frame-Options']] },
    example: securityHeaders['X-Frame-Options'],
  },
  ETag: {
    description:
      'Version of the resource. It changes with `updatedAt`, not with counters. Send it as `If-Match` with a change.',
    required: true,
    schema: textSchema,
    example: '"mbx5zq8g"',
  },
};

/** Headers that every response can have, including errors. */
export const commonHeaders = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
  'X-Request-Id',
  'Set-Cookie',
  'Vary',
  ...Object.keys(securityHeaders),
];

/** Whether an operation supports an Idempotency-Key: it must be a write with a credential, to which the key is scoped. */
export function supportsIdempotencyKey({ method, auth }: Contract): boolean {
  return method !== 'GET' && (auth === 'credential' || auth === 'session');
}

/** The headers of a successful response. */
export function successHeaders(definition: Contract, status: number): Record<string, Header> {
  const hasLocation = definition.location !== undefined && (status === 201 || status === 202);

  return headerReferences([
    ...commonHeaders,
    ...(hasLocation || status === 302 ? ['Location'] : []),
    ...(supportsIdempotencyKey(definition) ? ['Idempotency-Replayed', 'Idempotency-Mismatch'] : []),
    ...(definition.isVersioned ? ['ETag'] : []),
  ]);
}

export function headerReferences(names: readonly string[]): Record<string, Header> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The header components that a part of the document refers to. */
export function headersIn(part: unknown): Record<string, Header> {
  const text = JSON.stringify(part);

  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
  );
}
