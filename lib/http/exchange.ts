import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { RateLimited, type RateWindow, windowMs } from '#lib/http/rate-window.ts';
import { headerOf, headerValuesOf } from '#lib/http/request.ts';
import { helpLink, stagePathOf } from '#lib/http/stage-links.ts';
import { log } from '#lib/runtime/log.ts';
import type { Item } from '#lib/storage/table.ts';
import type { Credential } from '#lib/values/credential.ts';
import type { Principal } from '#lib/values/principal.ts';
import { Problem, problem } from '#lib/values/problem.ts';

/** State of the current request. The steps of its processing fill it. */
export interface Exchange {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The record of the request's Idempotency-Key, read while the caller is authenticated. */
  record?: Item | undefined;
  principal?: Principal;
  /** The verified credential of the principal. */
  credential?: Credential | undefined;
  /** The window for the X-RateLimit headers; undefined when the count failed. */
  window?: RateWindow | undefined;
  /** Names of the fields in the parsed body. */
  requestFields?: readonly string[];
  /** A transaction before an effect outside has the audit entry and the check of the caller. */
  hasCommittedFirst?: true;
  /** `Set-Cookie` value when the session cookie is due for renewal. */
  renewedCookie?: string | undefined;
}

/** Origin and time of a request, and the URL that it was sent to. */
export interface RequestOrigin {
  /** The gateway's time of the request, epoch milliseconds. */
  readonly receivedAt: number;
  /** As the caller sent it, without the query. Without a custom domain, its path includes the stage. */
  readonly url: string;
  readonly sourceIp: string;
  /** All cookies of the request, joined as in RFC 6265. */
  readonly cookies: string;
  /** The beginning of the `User-Agent` header. */
  readonly userAgent: string | undefined;
  /** `X-Request-Id` of the response. */
  readonly requestId: string;
}

const userAgentLengthMax = 150;

export function originOf(event: APIGatewayProxyEvent): RequestOrigin {
  const { requestTimeEpoch, identity, requestId, domainName, path } = event.requestContext;
  // The gateway accepts only HTTPS; the local stack's gateway accepts HTTP.
  const protocol = headerOf(event, 'x-forwarded-proto') === 'http' ? 'http' : 'https';

  return {
    receivedAt: requestTimeEpoch,
    url: `${protocol}://${domainName}${path}`,
    sourceIp: identity.sourceIp,
    cookies: headerValuesOf(event, 'cookie').join('; '),
    userAgent: headerOf(event, 'user-agent')?.slice(0, userAgentLengthMax).toWellFormed(),
    requestId,
  };
}

/** A reply with its serialised body. */
export interface RawReply {
  readonly status: number;
  readonly body?: string | undefined;
  /** Whether the body is base64-encoded binary data. */
  readonly isBase64?: true;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Values of `Set-Cookie`. Without any, the renewed session cookie is set if it is due. */
  readonly cookies?: readonly string[];
}

/**
 * Set on every response, unless it declares its own value.
 * - OWASP REST Security Cheat Sheet, "Security Headers":
 * https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html
 * - `includeSubDomains` is omitted: a tracking domain and its subdomains belong to a customer.
 */
export const securityHeaders = {
  'Strict-Transport-Security': 'max-age=63072000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
} as const;

/** The response in the gateway's format, with the headers of every response: specification, section 8. */
export function toResult(
  exchange: Exchange,
  event: APIGatewayProxyEvent,
  reply: RawReply,
): APIGatewayProxyResult {
  const { requestId } = event.requestContext;
  const { renewedCookie } = exchange;
  const cookies = reply.cookies ?? (renewedCookie === undefined ? [] : [renewedCookie]);
  log(reply.status >= 500 ? 'error' : 'info', 'answered', {
    requestId,
    principal: exchange.principal?.id,
    workspaceId: exchange.principal?.workspaceId,
    status: reply.status,
    durationMs: Date.now() - exchange.startedAt,
  });

  return {
    statusCode: reply.status,
    headers: {
      ...securityHeaders,
      'X-Request-Id': requestId,
      ...rateHeaders(exchange.window, event.requestContext.requestTimeEpoch, reply.status),
      ...(reply.body !== undefined && { 'Content-Type': 'application/json' }),
      // A page for recipients can be at a host without the document.
      ...(reply.status >= 400 && !reply.headers?.['Content-Type'] && { Link: helpLink(event, reply.status) }),
      ...headersWithStage(event, reply),
    },
    ...(cookies.length > 0 && { multiValueHeaders: { 'Set-Cookie': [...cookies] } }),
    ...bodyOf(event, reply),
  };
}

/** A response to HEAD has the status and headers of GET, without the body. RFC 9110, section 9.3.2. */
function bodyOf({ httpMethod }: APIGatewayProxyEvent, { body = '', isBase64 }: RawReply) {
  if (httpMethod === 'HEAD') return { body: '' };

  return { body, ...(isBase64 && { isBase64Encoded: true }) };
}

/** Prefixes the Location of a created resource with the stage's path. A redirect has an absolute URL and is not changed. */
function headersWithStage(event: APIGatewayProxyEvent, { status, headers }: RawReply): RawReply['headers'] {
  const location = headers?.['Location'];

  return location === undefined || status === 302
    ? headers
    : { ...headers, Location: `${stagePathOf(event)}${location}` };
}

/** The specification's error envelope for any error. Internal errors reveal no details. */
export function problemReply(event: APIGatewayProxyEvent, exchange: Exchange, thrown: unknown): RawReply {
  const { requestId } = event.requestContext;
  if (thrown instanceof RateLimited) exchange.window = thrown.window;
  if (!(thrown instanceof Problem)) log('error', 'failed', { requestId }, thrown);
  const shownProblem =
    thrown instanceof Problem ? thrown : problem('INTERNAL_ERROR', 'the service failed; try again');

  return { status: shownProblem.status, body: JSON.stringify(shownProblem.bodyFor(requestId)) };
}

function rateHeaders(window: RateWindow | undefined, now: number, status: number): Record<string, string> {
  // Without a window the request was not counted; the headers then show a new window.
  const { limit, remaining, resetAt } = window ?? { limit: 100, remaining: 100, resetAt: now + windowMs };
  const secondsLeft = Math.max(1, Math.ceil((resetAt - now) / 1000));

  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(resetAt / 1000)),
    // https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
    'RateLimit-Policy': `"default";q=${limit}`,
    RateLimit: `"default";r=${remaining};t=${secondsLeft}`,
    ...(status === 429 && { 'Retry-After': String(secondsLeft) }),
  };
}
