import * as z from 'zod/mini';
import { documentFaults } from '../../support/documented.ts';
import type { Draft } from './draft.ts';
import type { Answer } from './transport.ts';

const ErrorEnvelope = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string().check(z.minLength(1)),
    details: z.optional(z.unknown()),
  }),
});

const Details = z
  .array(
    z.strictObject({
      path: z.string(),
      rule: z.string(),
      message: z.string().check(z.minLength(1)),
      // Present in the error of a duplicate.
      existingId: z.optional(z.string()),
    }),
  )
  .check(z.minLength(1));

const codes = new Map([
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [422, 'VALIDATION_ERROR'],
  [429, 'RATE_LIMITED'],
]);

/** Faults of a response to any request. The first words name the kind of fault. */
export function responseFaults(draft: Draft, answer: Answer): string[] {
  const { definition } = draft.endpoint;
  const isDeclared = Object.keys(definition.responses).includes(String(answer.status));
  // People always get HTML pages.
  const isPage = definition.auth === 'link' || definition.rendersPage === true;
  const outcome = isDeclared || isPage ? contentFaults(draft, answer) : refusalFaults(answer);

  return [
    ...(answer.status >= 500 ? ['a server error'] : []),
    ...outcome,
    ...headerFaults(draft, answer),
    ...(definition.auth === 'credential' ? unexpected(draft, answer) : []),
  ];
}

/** The response must have exactly the declared fields and headers. */
function contentFaults({ endpoint }: Draft, { status, headers, text }: Answer): string[] {
  const body = text === '' ? undefined : parsed(text);

  return documentFaults(endpoint.name, { status, headers, text, body }).map(
    (fault) => `undeclared content: ${fault}`,
  );
}

/** Error format of the specification, section 7. */
function refusalFaults({ status, text }: Answer): string[] {
  const code = codes.get(status);
  if (code === undefined) return [`undeclared status: ${status}`];
  const envelope = ErrorEnvelope.safeParse(parsed(text));
  if (!envelope.success) return [`not the error format: ${text.slice(0, 200)}`];
  const { error } = envelope.data;
  const hasDetails = status === 422 ? Details.safeParse(error.details).success : error.details === undefined;

  return [
    ...(error.code === code ? [] : [`wrong code: ${error.code} with ${status}`]),
    ...(hasDetails ? [] : [`wrong details: ${text.slice(0, 200)}`]),
  ];
}

function headerFaults({ endpoint }: Draft, { status, headers, text }: Answer): string[] {
  // A page for people is public.
  const contentType = endpoint.definition.auth === 'credential' ? /^application\/json/ : /./;
  const isReadable = status === 201 && endpoint.definition.location !== undefined;
  const patterns: [string, RegExp][] = [
    ['x-ratelimit-limit', /^\d+$/],
    ['x-ratelimit-remaining', /^\d+$/],
    ['x-ratelimit-reset', /^\d{10}$/],
    ['x-request-id', /./],
    ...(text === '' ? [] : [['content-type', contentType] satisfies [string, RegExp]]),
    ...(isReadable ? [['location', /^\/./] satisfies [string, RegExp]] : []),
    ...(status === 429 ? [['retry-after', /^[1-9]\d*$/] satisfies [string, RegExp]] : []),
  ];

  return patterns.flatMap(([name, pattern]) =>
    pattern.test(headers[name] ?? '') ? [] : [`wrong header ${name}: ${headers[name]}`],
  );
}

/** A request with fewer characters in its headers, path and query is never refused for its length. */
const shortHeadMax = 14_000;

function unexpected(draft: Draft, { status }: Answer): string[] {
  const { expectation, origin, endpoint } = draft;
  const wanted = {
    any: status !== 401 && status !== 403,
    refused: status >= 400 && status !== 401 && status !== 403,
    unauthorized: status === 401,
    forbidden: status === 403,
    not_found: status === 404,
  }[expectation];

  // The length is checked before the credential.
  const isTooLong = status === 422 && headLength(draft) > shortHeadMax;

  return [
    ...(wanted || isTooLong ? [] : [`unexpected ${status} for ${origin}`]),
    ...(status === 404 && !endpoint.definition.path.includes('{') ? ['unexpected 404 without an id'] : []),
    ...(status === 429 ? ['unexpected 429 within the limit'] : []),
  ];
}

function headLength({ params, query, headers }: Draft): number {
  return [...Object.entries(params), ...query, ...headers].flat().join('').length;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
