import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { RateLimited, type RateWindow } from '#lib/http/rate-window.ts';
import { stagePathOf } from '#lib/http/request.ts';
import { securityHeaders } from '#lib/http/security-headers.ts';
import { log } from '#lib/runtime/log.ts';
import type { Item } from '#lib/storage/table.ts';
import type { Credential } from '#lib/values/credential.ts';
import type { Principal } from '#lib/values/principal.ts';
import { Problem, problem } from '#lib/values/problem.ts';

/** What the shell knows of the request in hand. */
export interface Exchange {
  readonly startedAt: number;
  /** The record of the request's Idempotency-Key, looked up while the caller was being admitted. */
  record?: Item | undefined;
  principal?: Principal;
  /** What the principal proved itself with. */
  credential?: Credential | undefined;
  /** What the answer tells of; undefined when nobody could count. */
  window?: RateWindow | undefined;
  /** `Set-Cookie` of a session whose cookie is due for renewal. */
  renewedCookie?: string | undefined;
}

export interface RawReply {
  readonly status: number;
  readonly body?: string | undefined;
  /** Whether the body stands for bytes. */
  readonly isBase64?: true;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Values of `Set-Cookie`; without any, a session that is due gets its renewed one. */
  readonly cookies?: readonly string[];
}

/** An answer as the gateway wants it, with the headers that every response carries: specification, section 8. */
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
      ...atStage(event, reply),
    },
    ...(cookies.length > 0 && { multiValueHeaders: { 'Set-Cookie': [...cookies] } }),
    body: reply.body ?? '',
    ...(reply.isBase64 && { isBase64Encoded: true }),
  };
}

/** A created resource is found below the path of the stage. A redirect leads to a whole address and is left as it is. */
function atStage(event: APIGatewayProxyEvent, { status, headers }: RawReply): RawReply['headers'] {
  const location = headers?.['Location'];

  return location === undefined || status === 302
    ? headers
    : { ...headers, Location: `${stagePathOf(event)}${location}` };
}

/** The specification's envelope for whatever was thrown. Of our own faults the caller learns nothing but that they are ours. */
export function problemReply(event: APIGatewayProxyEvent, exchange: Exchange, thrown: unknown): RawReply {
  if (thrown instanceof RateLimited) exchange.window = thrown.window;
  if (!(thrown instanceof Problem)) {
    log('error', 'failed', { requestId: event.requestContext.requestId }, thrown);
  }
  const known =
    thrown instanceof Problem ? thrown : problem('INTERNAL_ERROR', 'the service failed; try again');

  return { status: known.status, body: JSON.stringify(known.body) };
}

function rateHeaders(window: RateWindow | undefined, now: number, status: number): Record<string, string> {
  // Without a window the table could not be asked: say so with a window that is over.
  const { limit, remaining, resetAt } = window ?? { limit: 100, remaining: 0, resetAt: now };

  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(resetAt / 1000)),
    ...(status === 429 && { 'Retry-After': String(Math.max(1, Math.ceil((resetAt - now) / 1000))) }),
  };
}
