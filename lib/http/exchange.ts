import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { RateLimited, type RateWindow } from '#lib/http/rate-window.ts';
import { stagePathOf } from '#lib/http/request.ts';
import { securityHeaders } from '#lib/http/security-headers.ts';
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
  /** `Set-Cookie` value when the session cookie is due for renewal. */
  renewedCookie?: string | undefined;
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
  if (thrown instanceof RateLimited) exchange.window = thrown.window;
  if (!(thrown instanceof Problem)) {
    log('error', 'failed', { requestId: event.requestContext.requestId }, thrown);
  }
  const shownProblem =
    thrown instanceof Problem ? thrown : problem('INTERNAL_ERROR', 'the service failed; try again');

  return { status: shownProblem.status, body: JSON.stringify(shownProblem.body) };
}

function rateHeaders(window: RateWindow | undefined, now: number, status: number): Record<string, string> {
  // Without a window the count failed; the headers then show a window that has ended.
  const { limit, remaining, resetAt } = window ?? { limit: 100, remaining: 0, resetAt: now };

  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(resetAt / 1000)),
    ...(status === 429 && { 'Retry-After': String(Math.max(1, Math.ceil((resetAt - now) / 1000))) }),
  };
}
