import type { APIGatewayProxyEvent } from 'aws-lambda';
import { authenticateApiKey } from '#lib/api-keys/api-keys.ts';
import { keyIdOf } from '#lib/api-keys/token.ts';
import { readSession } from '#lib/auth/session-cookie.ts';
import { authenticateSession } from '#lib/auth/sessions.ts';
import { countAddress } from '#lib/http/address-window.ts';
import type { Contract } from '#lib/http/contract.ts';
import { cachedFullWindow, cacheFullWindow, type RateWindow } from '#lib/http/rate-window.ts';
import { headerOf, headerValuesOf } from '#lib/http/request.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import type { Credential } from '#lib/values/credential.ts';
import type { Principal } from '#lib/values/principal.ts';
import { type Problem, problem } from '#lib/values/problem.ts';

/**
 * Limits per minute and source address. Requests without a valid credential have their own window: an address that tries keys
 * must not block public pages for others at that address, and a busy public page must not hide from a client that its key is
 * wrong.
 */
const unauthenticatedWindow = { name: 'STRANGERS', limit: 100 };
const publicWindow = { name: 'PUBLIC', limit: 100 };

export interface RequestSource {
  readonly sourceIp: string;
  /** Epoch milliseconds, from the gateway. */
  readonly now: number;
}

/** The decision on a request that needs a credential. The window is undefined when the count failed. */
export type Admission =
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
  if (cached) return rejection('RATE_LIMITED', cached);

  const result = await authenticate(table, credential, source.now);
  switch (result.kind) {
    case 'counted':
      return { kind: 'admitted', principal: result.principal, window: result.window };
    case 'full':
      cacheFullWindow(credential.secret, result.window);
      return rejection('RATE_LIMITED', result.window);
    case 'refused':
      return rejectUnauthenticated(table, source);
  }
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

  return rejection(isFull ? 'RATE_LIMITED' : 'UNAUTHORIZED', window);
}

function rejection(code: 'RATE_LIMITED' | 'UNAUTHORIZED', window: RateWindow | undefined): Admission {
  const unauthorized = problem(
    'UNAUTHORIZED',
    'give a valid API key as "Authorization: Bearer <API_KEY>", or log in',
  );

  return {
    kind: 'rejected',
    problem: code === 'RATE_LIMITED' ? rateLimitProblem(window) : unauthorized,
    window,
  };
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
