import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { authenticateApiKey, type Principal } from '#lib/api-keys/api-keys.ts';
import { keyIdOf } from '#lib/api-keys/token.ts';
import { type Problem, problem } from '#lib/http/problem.ts';
import { type RateWindow, takeFromWindow, windowMs } from '#lib/http/rate-window.ts';
import type { Services } from '#lib/runtime/services.ts';

/** Requests without a valid credential, per minute and source address. */
const strangerLimit = 100;

/** The bearer token of a request that could be valid; undefined for anything that cannot be. */
export function bearerToken(authorization: string | undefined): string | undefined {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];

  return token !== undefined && keyIdOf(token) !== undefined ? token : undefined;
}

export interface Arrival {
  readonly token: string | undefined;
  readonly sourceIp: string;
  /** Epoch milliseconds, as the gateway saw it. */
  readonly now: number;
}

export type Admission =
  | { readonly kind: 'admitted'; readonly principal: Principal; readonly window: RateWindow }
  | { readonly kind: 'turned_away'; readonly problem: Problem; readonly window: RateWindow };

/**
 * Until when a key is known to have used up its window. Only time can free a window, so refusing from memory is exact,
 * and it shields the table from a client that keeps calling.
 */
const fullUntil = new Map<string, RateWindow>();
const fullUntilMax = 10_000;

/** Who is calling, counted. Strangers are counted by their source address. */
export async function admit({ table }: Services, arrival: Arrival): Promise<Admission> {
  const { token, now } = arrival;
  if (token === undefined) return turnAwayStranger(table, arrival);

  const known = fullUntil.get(token);
  if (known && known.resetAt > now) return turnAway('RATE_LIMITED', known);

  const result = await authenticateApiKey(table, token, now);
  switch (result.kind) {
    case 'taken':
      return { kind: 'admitted', principal: result.principal, window: result.window };
    case 'full':
      if (fullUntil.size >= fullUntilMax) fullUntil.clear();
      fullUntil.set(token, result.window);
      return turnAway('RATE_LIMITED', result.window);
    case 'refused':
      return turnAwayStranger(table, arrival);
  }
}

async function turnAwayStranger(table: Services['table'], { sourceIp, now }: Arrival): Promise<Admission> {
  const counted = await takeFromWindow(table, {
    key: { pk: `ADDRESS#${hash('sha256', network(sourceIp), 'base64url')}`, sk: 'WINDOW' },
    limit: strangerLimit,
    now,
    set: { expiresAtEpochSeconds: Math.ceil((now + 2 * windowMs) / 1000) },
  });
  if (counted.kind === 'refused') throw new Error('an unguarded window refused');

  return turnAway(counted.kind === 'full' ? 'RATE_LIMITED' : 'UNAUTHORIZED', counted.window);
}

function turnAway(code: 'RATE_LIMITED' | 'UNAUTHORIZED', window: RateWindow): Admission {
  const message =
    code === 'RATE_LIMITED'
      ? `more than ${window.limit} requests in a minute`
      : 'give a valid API key as "Authorization: Bearer <API_KEY>"';

  return { kind: 'turned_away', problem: problem(code, message), window };
}

/** A caller with IPv6 holds a whole /64: https://www.rfc-editor.org/rfc/rfc6177 */
function network(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':');
  const missing = address.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0;

  return [...groups, ...Array<string>(missing).fill('0'), ...tail.split(':')].slice(0, 4).join(':');
}
