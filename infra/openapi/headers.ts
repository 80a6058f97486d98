import type { Header, Schema } from '#lib/docs/openapi-document.ts';
import type { Contract } from '#lib/http/contract.ts';
import { securityHeaders } from '#lib/http/security-headers.ts';

const count: Schema = { type: 'integer', format: 'int32', minimum: 0, maximum: 100_000 };
const word = { type: 'string', maxLength: 4096 } as const;

/** By the name that they have as components and on the wire. */
const headers: Readonly<Record<string, Header>> = {
  'X-RateLimit-Limit': {
    description:
      'Requests allowed in the window of 60 seconds: 100 for an API key, 200 for a user. Of the links in mails: in a second, from all callers together. Ignore it if `X-RateLimit-Reset` is 0.',
    required: true,
    schema: count,
    example: 100,
  },
  'X-RateLimit-Remaining': {
    description:
      'Requests left in the window; of the links in mails, which nobody counts, all but this one. Ignore it if `X-RateLimit-Reset` is 0.',
    required: true,
    schema: count,
    example: 99,
  },
  'X-RateLimit-Reset': {
    description:
      'Unix second at which the window ends. 0 in a response of the gateway, which reads no window: see [Responses of the gateway](#responses-of-the-gateway).',
    required: true,
    schema: { type: 'integer', format: 'int64', minimum: 0, maximum: 9_999_999_999 },
    example: 1_795_167_060,
  },
  'X-Request-Id': {
    description: 'Names this request in our logs.',
    required: true,
    schema: { ...word, maxLength: 100 },
    example: '3f0d4c1e-5b7a-4c52-9e7d-8a6b1c2d3e08',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    required: true,
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 3600 },
    example: 42,
  },
  Location: {
    description:
      'Where to read what was created or continues: an absolute path, which begins with the stage if your base address has one. Resolve it against the address of the request. Of a link in a message: the address it leads to.',
    required: true,
    schema: { ...word, format: 'uri-reference' },
    example: '/contacts/con_01JCZ3X5V2N8Q4R6T7W9Y1B3D5',
  },
  'Idempotency-Replayed': {
    description:
      'This is the answer to an earlier request with the same Idempotency-Key; nothing was done now.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Idempotency-Mismatch': {
    description:
      'The parts in which the repeat differs from the request that this response belongs to. This is a mistake of the client.',
    schema: { type: 'string', enum: ['body', 'query', 'body, query'] },
    example: 'body',
  },
  'Set-Cookie': {
    description:
      'A new session, its end, or once a day the same session for longer. A login also sets the device cookie of the browser.',
    schema: word,
  },
  'Cache-Control': {
    description:
      'Whether and how long a cache may keep the response. `no-store` unless an operation says otherwise.',
    required: true,
    schema: word,
    example: securityHeaders['Cache-Control'],
  },
  'Content-Security-Policy': {
    description: 'The response loads nothing from elsewhere, runs nothing and cannot be framed.',
    required: true,
    schema: word,
    example: securityHeaders['Content-Security-Policy'],
  },
  'Referrer-Policy': {
    description: 'Browsers do not send the address of the request to other sites.',
    required: true,
    schema: word,
    example: securityHeaders['Referrer-Policy'],
  },
  'Strict-Transport-Security': {
    description: 'Browsers use HTTPS for this host for the next two years.',
    required: true,
    schema: word,
    example: securityHeaders['Strict-Transport-Security'],
  },
  'X-Content-Type-Options': {
    description: 'Browsers do not guess another media type than that of `Content-Type`.',
    required: true,
    schema: { type: 'string', enum: [securityHeaders['X-Content-Type-Options']] },
    example: securityHeaders['X-Content-Type-Options'],
  },
  'X-Frame-Options': {
    description: 'For browsers that do not read `frame-ancestors`: the response cannot be framed.',
    required: true,
    schema: { type: 'string', enum: [securityHeaders['X-Frame-Options']] },
    example: securityHeaders['X-Frame-Options'],
  },
  ETag: {
    description:
      'Names the version of the resource: it changes with `updatedAt`, not with counters. Send it as `If-Match` with a PATCH. Of the document: changes with its text.',
    required: true,
    schema: word,
    example: '"mbx5zq8g"',
  },
};

export const onEveryReply = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'Set-Cookie',
  ...Object.keys(securityHeaders),
];

/** Whether it knows an Idempotency-Key: somebody must be there under whose name the answer is kept. */
export function isRepeatable({ method, auth }: Contract): boolean {
  return method !== 'GET' && (auth === 'credential' || auth === 'session');
}

/** The headers of a success. */
export function successHeaders(definition: Contract, status: number): Record<string, Header> {
  const isReadable = definition.location !== undefined && (status === 201 || status === 202);

  return headerReferences([
    ...onEveryReply,
    ...(isReadable || status === 302 ? ['Location'] : []),
    ...(isRepeatable(definition) ? ['Idempotency-Replayed', 'Idempotency-Mismatch'] : []),
    ...(definition.replyHeaders ?? []),
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
