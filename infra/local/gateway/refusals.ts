import type { HttpResponse } from './responses.ts';

interface Refusal {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly errorType?: string;
}

/**
 * Responses that a template cannot change: API Gateway sends them before it selects the API, or does not
 * apply the customization (`REQUEST_TOO_LARGE`). AWS documents the limits and the statuses 413 and 415; the
 * other values were reported by users of REST APIs.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html#api-gateway-known-issues-rest-apis
 */
const refusals = {
  // AWS documents this limit without a status, and status 414 for another limit of URLs.
  urlTooLong: { status: 414, contentType: 'application/json', body: '{"message":"Request URI too long"}' },
  headersTooLarge: {
    status: 431,
    contentType: 'text; charset=utf-8',
    body: 'HTTP header is larger than 10240 bytes.',
  },
  bodyTooLarge: {
    status: 413,
    contentType: 'text; charset=utf-8',
    body: 'HTTP content length exceeded 10485760 bytes.',
  },
  eventTooLarge: {
    status: 413,
    contentType: 'application/json',
    body: '{"message":"Request Too Long"}',
    errorType: 'BadRequestException',
  },
  unsupportedCoding: {
    status: 415,
    contentType: 'application/json',
    body: '{"message":"Unsupported Media Type"}',
  },
  unknownTarget: {
    status: 403,
    contentType: 'application/json',
    body: '{"message":"Forbidden"}',
    errorType: 'ForbiddenException',
  },
} as const satisfies Record<string, Refusal>;

export type RefusalKind = keyof typeof refusals;

/** The fixed response for a request that the gateway refuses. */
export function refuse(kind: RefusalKind): HttpResponse {
  const { status, contentType, body, errorType }: Refusal = refusals[kind];

  return {
    status,
    headers: {
      'content-type': contentType,
      ...(errorType !== undefined && { 'x-amzn-errortype': errorType }),
    },
    body: Buffer.from(body),
  };
}
