import type { APIGatewayProxyEvent } from 'aws-lambda';
import { authenticateApiKey, keyIdOf } from '#lib/api-keys/token.ts';
import { readSession, renewedCookie } from '#lib/auth/session-cookie.ts';
import { authenticateSession } from '#lib/auth/sessions.ts';
import { readIdempotencyRecord } from '#lib/endpoints/idempotency/request.ts';
import { type AddressRequest, countAddress } from '#lib/http/address-window.ts';
import { type Contract, refusalOf } from '#lib/http/contract.ts';
import { rejectCrossOrigin } from '#lib/http/cross-origin.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { cachedFullWindow, cacheFullWindow, type RateWindow } from '#lib/http/rate-window.ts';
import { headerOf, headerValuesOf, rejectLongHead } from '#lib/http/request.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import type { Credential } from '#lib/values/credential.ts';
import type { Principal } from '#lib/values/principal.ts';
import { type Problem, problem } from '#lib/values/problem.ts';

interface IncomingRequest {
  readonly event: APIGatewayProxyEvent;
  /** Receives the caller and the state of their rate window. */
  readonly exchange: Exchange;
}

/**
 * Authenticates, authorises and rate-limits the caller. Concurrently, it reads the record of their Idempotency-Key.
 * @throws Problem
 */
export async function admitRequest(
  definition: Contract,
  services: Services,
  request: IncomingRequest,
): Promise<void> {
  const { event, exchange } = request;
  rejectLongHead(definition, event);
  if (definition.auth === 'none') return admitPublic(definition, services, request);
  // The gateway limits the rate of requests to links in emails, for all callers together.
  if (definition.auth === 'link') return;

  const credential = credentialOf(event);
  const isWrite = definition.method !== 'GET';
  const [admission, record] = await Promise.all([
    admit(services, credential, requestSourceOf(event)),
    isWrite && credential
      ? readIdempotencyRecord(definition, services, event, credential.principalId)
      : undefined,
  ]);
  // The response to a rejected request also has the rate-limit headers.
  exchange.window = admission.window;
  if (admission.kind === 'rejected') throw admission.problem;
  const { principal } = admission;
  exchange.principal = principal;
  exchange.credential = credential;
  exchange.record = record;

  if (credential?.kind === 'session') {
    exchange.renewedCookie = renewedCookie(credential.session, event.requestContext.requestTimeEpoch);
    if (isWrite) rejectCrossOrigin(event);
  }
  if (definition.auth === 'session' && principal.kind !== 'session') {
    throw problem('UNAUTHORIZED', 'log in: this endpoint does not accept API keys');
  }
  const refusal = refusalOf(definition, principal);
  if (refusal !== undefined) throw problem('FORBIDDEN', refusal);
}

/** Rate-limits a request without authentication by its source address. */
async function admitPublic(
  definition: Contract,
  services: Services,
  { event, exchange }: IncomingRequest,
): Promise<void> {
  const admission = await admitPublicRequest(services, definition, requestSourceOf(event));
  exchange.window = admission.window;
  if (admission.problem) throw admission.problem;
  if (definition.startsSession) rejectCrossOrigin(event);
}

function requestSourceOf({ requestContext }: APIGatewayProxyEvent) {
  return { sourceIp: requestContext.identity.sourceIp, now: requestContext.requestTimeEpoch };
}

/**
 * Limits per minute and source address. Requests without a valid credential have their own window: an address that tries keys
 * must not block public pages for others at that address, and a busy public page must not hide from a client that its key is
 * wrong.
 */
const unauthenticatedWindow = { name: 'STRANGERS', limit: 100 };
const publicWindow = { name: 'PUBLIC', limit: 100 };

type RequestSource = Pick<AddressRequest, 'sourceIp' | 'now'>;

/** The decision on a request that needs a credential. The window is undefined when the count failed. */
type Admission =
  | { readonly kind: 'admitted'; readonly principal: Principal; readonly window: RateWindow }
  | {
      readonly kind: 'rejected';
      readonly problem: Problem;
      readonly window: RateWindow | undefined;
    };

/**
 * Authenticates and rate-limits a caller in one write. Requests without a valid credential are counted by source address.
 * Fails closed: without the table, no caller is admitted.
 */
export async function admit(
  { table }: Pick<Services, 'table'>,
  credential: Credential | undefined,
  source: RequestSource,
): Promise<Admission> {
  if (!credential) return rejectUnauthenticated(table, source);
  const cached = cachedFullWindow(credential.secret, source.now);
  if (cached) return { kind: 'rejected', problem: rateLimitProblem(cached), window: cached };

  const result = await authenticate(table, credential, source.now);
  if (result.kind === 'refused') return rejectUnauthenticated(table, source);
  const { window } = result;
  if (result.kind === 'counted') return { kind: 'admitted', principal: result.principal, window };
  cacheFullWindow(credential.secret, window);

  return { kind: 'rejected', problem: rateLimitProblem(window), window };
}

/**
 * Counts a request that needs no credential.
 * @returns a problem when the address has used up its window; no window when the count failed
 */
export async function admitPublicRequest(
  { table }: Pick<Services, 'table'>,
  { path, requestsPerMinute }: Pick<Contract, 'path' | 'requestsPerMinute'>,
  source: RequestSource,
): Promise<{ readonly problem: Problem | undefined; readonly window: RateWindow | undefined }> {
  // An endpoint with its own limit has its own window.
  const endpointWindow = requestsPerMinute && { name: `PUBLIC#${path}`, limit: requestsPerMinute };
  const { isFull, window } = await countAddress(table, { ...source, ...(endpointWindow || publicWindow) });

  return { problem: isFull ? rateLimitProblem(window) : undefined, window };
}

function authenticate(table: Table, credential: Credential, now: number) {
  return credential.kind === 'api_key'
    ? authenticateApiKey(table, credential.secret, now)
    : authenticateSession(table, credential.session, now);
}

async function rejectUnauthenticated(table: Table, source: RequestSource): Promise<Admission> {
  const { isFull, window } = await countAddress(table, { ...source, ...unauthenticatedWindow });
  const unauthorized = problem(
    'UNAUTHORIZED',
    'give a valid API key as "Authorization: Bearer <API_KEY>", or log in',
  );

  return { kind: 'rejected', problem: isFull ? rateLimitProblem(window) : unauthorized, window };
}

function rateLimitProblem(window: RateWindow | undefined): Problem {
  return problem('RATE_LIMITED', `more than ${window?.limit} requests in a minute`);
}

/**
 * Returns the bearer token or else the session cookie. The token has priority, because browsers add cookies automatically.
 * Returns undefined for a malformed credential, so that it is rejected without a table read.
 */
export function credentialOf(
  event: Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>,
): Credential | undefined {
  const authorization = headerOf(event, 'authorization') ?? '';
  if (/^Bearer\b/i.test(authorization)) {
    const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
    const principalId = keyIdOf(token);

    return principalId === undefined ? undefined : { kind: 'api_key', principalId, secret: token };
  }
  const session = readSession(headerValuesOf(event, 'cookie').join('; '));

  return session && { kind: 'session', principalId: session.userId, secret: session.secret, session };
}
