import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { securityHeaders } from '#lib/http/exchange.ts';
import { invalidField, noEndpointMessage, type ProblemDetail } from '#lib/values/problem.ts';
import type { Rule } from '#lib/values/rules.ts';

/** A response of the gateway in the format of the API's errors. */
export interface ErrorResponse {
  readonly statusCode: string;
  readonly code: string;
  readonly message: string;
  /** Problems of the request, in the format of every 422 response. */
  readonly details?: readonly ProblemDetail[];
  /** Seconds for the `Retry-After` header. */
  readonly retryAfterSeconds?: number;
}

const unauthorized: ErrorResponse = {
  statusCode: '401',
  code: 'UNAUTHORIZED',
  message: 'Missing or invalid credentials.',
};
const forbidden: ErrorResponse = {
  statusCode: '403',
  code: 'FORBIDDEN',
  message: 'The request is not permitted.',
};
export const notFound: ErrorResponse = {
  statusCode: '404',
  code: 'NOT_FOUND',
  message: noEndpointMessage,
};
/** Requests over the gateway's rate limit per second. */
const throttled: ErrorResponse = {
  statusCode: '429',
  code: 'RATE_LIMITED',
  message: 'Too many requests. Try again in a second.',
  retryAfterSeconds: 1,
};
/** Requests over the quota of a usage plan. The service has no usage plans. */
const overQuota: ErrorResponse = {
  statusCode: '429',
  code: 'RATE_LIMITED',
  message: 'Too many requests. Try again later.',
  retryAfterSeconds: 3600,
};
const internal: ErrorResponse = {
  statusCode: '500',
  code: 'INTERNAL_ERROR',
  message: 'Something went wrong on our side.',
};

function invalid(path: string, rule: Rule, text: string): ErrorResponse {
  const { code, message, details = [] } = invalidField(path, rule, text);

  return { statusCode: '422', code, message, details };
}

/**
 * Responses that the gateway returns without calling a function. All response types are listed, so that no
 * default body is sent.
 *
 * No route uses AWS signatures. For a request without a route, however, the gateway parses the `Authorization` header as a
 * signature and rejects it. Signature errors therefore mean that there is no route. Only methods that a REST API does not
 * support, such as TRACE, have no route.
 *
 * API Gateway does not apply a customized `REQUEST_TOO_LARGE`, and it uses fixed texts for requests that it
 * refuses before it selects the API, such as those with a body that it cannot decompress:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html#api-gateway-known-issues-rest-apis
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-make-request-with-compressed-payload.html
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
export const gatewayResponses: readonly (readonly [ResponseType, ErrorResponse])[] = [
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
  [ResponseType.BAD_REQUEST_PARAMETERS, invalid('', 'escape', 'the path or the query cannot be decoded')],
  [ResponseType.REQUEST_TOO_LARGE, invalid('body', 'too_big', 'is larger than the gateway lets pass')],
  // Proxy integrations accept every Content-Type. A Content-Encoding that the gateway cannot decode returns a fixed 415.
  [ResponseType.UNSUPPORTED_MEDIA_TYPE, invalid('Content-Type', 'media_type', 'is not accepted')],
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
 * The API promises rate limit headers on every response. The gateway does not count requests and cannot compute a time, so its
 * values are fixed: the whole budget is left, and a reset of 0 marks the values as not counted. A fixed time in the far future
 * would stop clients that spread their requests over the window.
 */
export const uncountedHeaders = {
  'X-RateLimit-Limit': '100',
  'X-RateLimit-Remaining': '100',
  'X-RateLimit-Reset': '0',
} as const;

/**
 * `X-Request-Id` is the id that functions log.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/rest-api-parameter-mapping.html
 */
export function responseHeaders({ code, retryAfterSeconds }: ErrorResponse): Record<string, string> {
  const fixedHeaders = {
    ...securityHeaders,
    ...uncountedHeaders,
    ...(code === 'RATE_LIMITED' && { 'X-RateLimit-Remaining': '0' }),
  };

  return {
    ...Object.fromEntries(Object.entries(fixedHeaders).map(([name, value]) => [name, quote(value)])),
    'X-Request-Id': 'context.requestId',
    ...(retryAfterSeconds !== undefined && { 'Retry-After': quote(String(retryAfterSeconds)) }),
  };
}

/** API Gateway expects static values in single quotes. */
export function quote(value: string): string {
  return `'${value}'`;
}

/** A template: the gateway replaces the id of the request. */
export function errorBody({ code, message, details }: ErrorResponse): string {
  return JSON.stringify({ error: { code, message, details, requestId: '$context.requestId' } });
}
