import type { DocumentedMediaType, Response, Schema } from '#lib/docs/openapi-document.ts';
import { type Contract, requiredRole } from '#lib/http/contract.ts';
import { detailsMax, type ProblemCode, problemStatus } from '#lib/values/problem.ts';
import { rules } from '#lib/values/rules.ts';
import { commonHeaders, exampleRequestId, headerReferences } from './headers.ts';
import { openObject, refTo } from './json-schema.ts';

interface ErrorText {
  readonly component: string;
  readonly description: string;
  readonly message: string;
}

const errorTexts: Readonly<Record<ProblemCode, ErrorText>> = {
  UNAUTHORIZED: {
    component: 'Unauthorized',
    description: 'Missing or invalid authentication.',
    message: 'give a valid API key as "Authorization: Bearer <API_KEY>"',
  },
  FORBIDDEN: {
    component: 'Forbidden',
    description:
      'Insufficient permissions: a `read-only` key may call GET endpoints only, and the role of a user limits its operations.',
    message: 'a read-only key may call GET endpoints only',
  },
  NOT_FOUND: {
    component: 'NotFound',
    description: 'The resource does not exist in this workspace.',
    message: 'no such resource',
  },
  VALIDATION_ERROR: {
    component: 'ValidationError',
    description: 'The request is invalid; `details` lists the errors. Nothing was changed.',
    message: 'unknown: not a field of this request',
  },
  RATE_LIMITED: {
    component: 'RateLimited',
    description: 'Rate limit exceeded. Retry after the seconds in `Retry-After`.',
    message: 'more than 100 requests in a minute',
  },
  INTERNAL_ERROR: {
    component: 'InternalError',
    description: 'The service failed. You can repeat the request with the same Idempotency-Key.',
    message: 'the service failed; try again',
  },
};

const problemCodes = Object.keys(errorTexts) as ProblemCode[];

/** The errors that an operation can return. */
function errorsOf(definition: Contract): ProblemCode[] {
  const { auth, method, params, produces } = definition;
  const isWrite = method !== 'GET';
  if (auth === 'link') {
    // The tracking image is returned even for an unknown token.
    const canReturnNotFound = produces !== 'image/gif';

    return [...(canReturnNotFound ? (['NOT_FOUND'] as const) : []), ...commonCodes];
  }

  const needsRole = auth !== 'none' && requiredRole(definition) !== 'viewer';

  return [
    // A login needs no credential but can be rejected.
    ...(auth !== 'none' || isWrite ? (['UNAUTHORIZED'] as const) : []),
    ...(isWrite || needsRole ? (['FORBIDDEN'] as const) : []),
    ...(params ? (['NOT_FOUND'] as const) : []),
    ...commonCodes,
  ];
}

const commonCodes: readonly ProblemCode[] = ['VALIDATION_ERROR', 'RATE_LIMITED', 'INTERNAL_ERROR'];

export function errorReferences(definition: Contract): Record<string, Response> {
  return Object.fromEntries(
    errorsOf(definition).map((code) => [
      String(problemStatus[code]),
      { $ref: `#/components/responses/${componentOf(definition, code)}` },
    ]),
  );
}

/** Operations for people return errors as an HTML page. Errors of the gateway are always JSON. */
function componentOf({ auth, rendersPage }: Contract, code: ProblemCode): string {
  const { component } = errorTexts[code];
  const isPage = rendersPage === true || (auth === 'link' && linkPageCodes.includes(code));

  return isPage ? `${component}Page` : component;
}

/** The errors that a link endpoint returns itself, as a page. The gateway returns the others. */
const linkPageCodes: readonly ProblemCode[] = ['NOT_FOUND', 'INTERNAL_ERROR'];
const pageCodes: readonly ProblemCode[] = [
  ...linkPageCodes,
  'UNAUTHORIZED',
  'FORBIDDEN',
  'VALIDATION_ERROR',
  'RATE_LIMITED',
];

/** Two components for each error of the specification (section 7): as JSON, and as an HTML page with the suffix `Page`. */
export function errorComponents(): Record<string, Response> {
  return Object.fromEntries([
    ...problemCodes.map((code) => [errorTexts[code].component, jsonResponse(code)]),
    ...pageCodes.map((code) => [`${errorTexts[code].component}Page`, pageResponse(code)]),
  ]);
}

function jsonResponse(code: ProblemCode): Response {
  return {
    description: errorTexts[code].description,
    headers: headerReferences([
      ...commonHeaders,
      'Link',
      ...(code === 'RATE_LIMITED' ? ['Retry-After'] : []),
    ]),
    content: { 'application/json': envelopeContent(code) },
  };
}

function pageResponse(code: ProblemCode): Response {
  const json = jsonResponse(code);
  const schema: Schema = { type: 'string', maxLength: 10_000 };

  return {
    ...json,
    headers: { ...json.headers, ...headerReferences(['Vary']) },
    ...(code === 'NOT_FOUND' && { description: 'The link is damaged or unknown.' }),
    content: { 'text/html; charset=utf-8': { schema, example: '<!doctype html>…' }, ...json.content },
  };
}

function envelopeContent(code: ProblemCode): DocumentedMediaType {
  const { message } = errorTexts[code];
  const isInvalid = code === 'VALIDATION_ERROR';
  const details = [{ path: 'unknown', rule: 'unknown_field', message: 'not a field of this request' }];

  return {
    schema: refTo(isInvalid ? 'InvalidRequest' : 'Failure'),
    example: { error: { code, message, ...(isInvalid && { details }), requestId: exampleRequestId } },
  };
}

export function errorSchemas(): Record<string, Schema> {
  const message: Schema = { type: 'string', maxLength: 4096, description: 'Human-readable message.' };
  const codes = problemCodes.filter((code) => code !== 'VALIDATION_ERROR');

  return {
    Failure: envelope({ code: { type: 'string', enum: codes, description: codeText }, message, requestId }),
    InvalidRequest: envelope({
      code: { type: 'string', const: 'VALIDATION_ERROR', description: codeText },
      message,
      details: {
        type: 'array',
        minItems: 1,
        maxItems: detailsMax,
        items: detailSchema,
        description: `The first ${detailsMax} errors of the request. If there are more, the message states how many.`,
      },
      requestId,
    }),
  };
}

const requestId: Schema = {
  type: 'string',
  maxLength: 100,
  description: '`X-Request-Id` of the response. The logs of the service name it.',
};

const codeText = 'Machine-readable code; see [Errors](#errors).';

const detailSchema: Schema = {
  ...openObject({
    path: {
      type: 'string',
      maxLength: 4096,
      description:
        'The field, parameter or header, such as `steps[1].subject`. Empty if the error concerns the whole request.',
    },
    rule: {
      type: 'string',
      enum: [...rules],
      description: 'Machine-readable rule that is violated; see [Errors](#errors). More values may be added.',
    },
    message: { type: 'string', maxLength: 4096, description: 'Human-readable message.' },
    existingId: {
      type: 'string',
      maxLength: 100,
      description: 'With the rule `unique`: id of the resource of your workspace that already has the value.',
    },
  }),
  required: ['path', 'rule', 'message'],
};

function envelope(error: Readonly<Record<string, Schema>>): Schema {
  return openObject({ error: { ...openObject(error), description: 'The error.' } });
}
