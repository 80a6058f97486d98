import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { securityHeaders } from '#lib/http/security-headers.ts';
import type { ProblemDetail } from '#lib/values/problem.ts';
import type { Rule } from '#lib/values/rules.ts';

interface Envelope {
  readonly statusCode: string;
  readonly code: string;
  readonly message: string;
  /** What is wrong with the request, as every 422 tells it. */
  readonly details?: readonly ProblemDetail[];
  /** When to try again. */
  readonly retryAfterSeconds?: number;
}

const unauthorized: Envelope = {
  statusCode: '401',
  code: 'UNAUTHORIZED',
  message: 'Missing or invalid credentials.',
};
const forbidden: Envelope = {
  statusCode: '403',
  code: 'FORBIDDEN',
  message: 'The request is not permitted.',
};
const notFound: Envelope = {
  statusCode: '404',
  code: 'NOT_FOUND',
  message: 'There is no such endpoint. GET /docs describes all endpoints.',
};
/** The gateway lets so many requests pass in a second. */
const throttled: Envelope = {
  statusCode: '429',
  code: 'RATE_LIMITED',
  message: 'Too many requests. Try again in a second.',
  retryAfterSeconds: 1,
};
/** Of usage plans, which there are none of. */
const overQuota: Envelope = {
  statusCode: '429',
  code: 'RATE_LIMITED',
  message: 'Too many requests. Try again later.',
  retryAfterSeconds: 3600,
};
const internal: Envelope = {
  statusCode: '500',
  code: 'INTERNAL_ERROR',
  message: 'Something went wrong on our side.',
};

function invalid(path: string, rule: Rule, message: string): Envelope {
  return {
    statusCode: '422',
    code: 'VALIDATION_ERROR',
    message: `${path}: ${message}`,
    details: [{ path, rule, message }],
  };
}

/**
 * What the gateway answers without a function: every type there is, so that none of its own bodies gets out.
 *
 * No route of ours is signed by AWS. For an unknown route the gateway yet reads an `Authorization` header as such a
 * signature and complains of that, so signature errors are unknown routes here.
 *
 * API Gateway does not apply a customized `REQUEST_TOO_LARGE`, and answers in its own words what it refuses before it knows the API:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html#api-gateway-known-issues-rest-apis
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
export const gatewayAnswers: readonly (readonly [ResponseType, Envelope])[] = [
  [ResponseType.MISSING_AUTHENTICATION_TOKEN, notFound],
  [ResponseType.RESOURCE_NOT_FOUND, notFound],
  [ResponseType.INVALID_SIGNATURE, notFound],
  [ResponseType.EXPIRED_TOKEN, notFound],
  [ResponseType.DEFAULT_4XX, notFound],
  [ResponseType.UNAUTHORIZED, unauthorized],
  [ResponseType.INVALID_API_KEY, unauthorized],
  [ResponseType.ACCESS_DENIED, forbidden],
  [ResponseType.WAF_FILTERED, forbidden],
  [ResponseType.BAD_REQUEST_BODY, invalid('body', 'json', 'is not valid')],
  [ResponseType.BAD_REQUEST_PARAMETERS, invalid('path', 'escape', 'path or query cannot be decoded')],
  [ResponseType.REQUEST_TOO_LARGE, invalid('body', 'too_big', 'is larger than the gateway lets pass')],
  // Proxy integrations accept every Content-Type, so only the coding can be unsupported.
  [
    ResponseType.UNSUPPORTED_MEDIA_TYPE,
    invalid(
      'Content-Encoding',
      'content_coding',
      'must be gzip, deflate or identity, and the body encoded like that',
    ),
  ],
  [ResponseType.THROTTLED, throttled],
  [ResponseType.QUOTA_EXCEEDED, overQuota],
  [ResponseType.API_CONFIGURATION_ERROR, internal],
  [ResponseType.AUTHORIZER_CONFIGURATION_ERROR, internal],
  [ResponseType.AUTHORIZER_FAILURE, internal],
  [ResponseType.INTEGRATION_FAILURE, internal],
  [ResponseType.INTEGRATION_TIMEOUT, internal],
  [ResponseType.DEFAULT_5XX, internal],
];

/**
 * The specification promises the rate-limit headers on every response. The gateway knows no caller and counts nothing, so its values
 * are fixed. A reset at Unix second 0 marks them as not measured; no client waits for it. The document says so. The id is the one
 * under which a function would have logged the request.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/rest-api-parameter-mapping.html
 */
export function headersOf({ retryAfterSeconds }: Envelope): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(securityHeaders).map(([name, value]) => [name, quoted(value)])),
    'X-RateLimit-Limit': "'100'",
    'X-RateLimit-Remaining': "'0'",
    'X-RateLimit-Reset': "'0'",
    'X-Request-Id': 'context.requestId',
    ...(retryAfterSeconds !== undefined && { 'Retry-After': quoted(String(retryAfterSeconds)) }),
  };
}

/** A fixed text begins and ends with a single quote. */
function quoted(value: string): string {
  return `'${value}'`;
}

export function envelopeBody({ code, message, details }: Envelope): string {
  return JSON.stringify({ error: { code, message, details } });
}
