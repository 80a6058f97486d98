import type { Header, Schema } from '#lib/docs/openapi-document.ts';
import type { Contract, ReplyHeader } from '#lib/http/contract.ts';

const count: Schema = { type: 'integer', format: 'int32', minimum: 0, maximum: 100_000 };
const word = { type: 'string', maxLength: 4096 } as const;

/** By the name that they have as components and on the wire. */
const headers: Readonly<Record<string, Header>> = {
  'X-RateLimit-Limit': {
    description:
      'Requests allowed in the window of 60 seconds: 100 for an API key, 200 for a user. Of the links in mails: in a second, from all callers together.',
    required: true,
    schema: count,
    example: 100,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in the window; of the links in mails, which nobody counts, all but this one.',
    required: true,
    schema: count,
    example: 99,
  },
  'X-RateLimit-Reset': {
    description:
      'Unix second at which the window ends. It is 0 when the request was answered before it was known whose it is, as with an unknown path: it belongs to no window then.',
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
    description: 'Seconds until the window ends.',
    required: true,
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 3600 },
    example: 42,
  },
  Location: {
    description: 'Path of what was created or goes on, or the address that a link leads on to.',
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
    description: 'The repeat had another body than the request whose answer this is, which is a mistake.',
    schema: { type: 'string', enum: ['body'] },
    example: 'body',
  },
  'Set-Cookie': {
    description:
      'A new session, its end, or — once a day, to who came by cookie — the same session for longer.',
    schema: word,
  },
  'Cache-Control': { description: 'How long the answer may be kept.', required: true, schema: word },
  'Content-Security-Policy': {
    description: 'What the page may load: nothing.',
    required: true,
    schema: word,
  },
  'Referrer-Policy': {
    description: 'Keeps the address, which is a secret of its reader, from other sites.',
    required: true,
    schema: word,
  },
  ETag: { description: 'Changes when the answer does.', required: true, schema: word },
};

export const onEveryReply = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'Set-Cookie',
];

/** Whether it knows an Idempotency-Key: somebody must be there under whose name the answer is kept. */
export function isRepeatable({ method, auth }: Contract): boolean {
  return method !== 'GET' && (auth === 'credential' || auth === 'session');
}

/** The headers of a success. */
export function successHeaders(definition: Contract, status: number): Record<string, Header> {
  const own: readonly ReplyHeader[] = definition.replyHeaders ?? [];
  // What is done at once or else goes on says where it can be asked for.
  const goesOn = status === 202 && 200 in definition.responses;

  return headerReferences([
    ...onEveryReply,
    ...(status === 201 || status === 302 || goesOn ? ['Location'] : []),
    ...(isRepeatable(definition) ? ['Idempotency-Replayed', 'Idempotency-Mismatch'] : []),
    ...own,
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
