import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import {
  acquireWindowSlot,
  cachedFullWindow,
  cacheFullWindow,
  type RateWindow,
  windowMs,
} from '#lib/http/rate-window.ts';
import { log } from '#lib/runtime/log.ts';
import type { Table } from '#lib/storage/table.ts';

export interface AddressRequest {
  readonly sourceIp: string;
  /** Epoch milliseconds, from the gateway. */
  readonly now: number;
  /** Name of the window: an address has one for each kind of request. */
  readonly name: string;
  readonly limit: number;
}

interface AddressCount {
  readonly isFull: boolean;
  /** Undefined when the count failed. */
  readonly window: RateWindow | undefined;
}

/**
 * Counts a request without a credential by its source address. Fails open: without the table, only public endpoints work, and
 * they must not fail because of their counter.
 */
export async function countAddress(table: Table, request: AddressRequest): Promise<AddressCount> {
  const { sourceIp, now, name, limit } = request;
  const pk = `ADDRESS#${networkHash(sourceIp)}`;
  // A full window accepts no request until it ends, so the table is not read.
  const cached = cachedFullWindow(`${pk} ${name}`, now);
  if (cached) return { isFull: true, window: cached };

  try {
    const result = await acquireWindowSlot(table, {
      key: { pk, sk: name },
      limit,
      now,
      set: { expiresAtEpochSeconds: Math.ceil((now + 2 * windowMs) / 1000) },
    });
    if (result.kind === 'refused') throw new Error('a window without a guard rejected a request');
    if (result.kind === 'full') cacheFullWindow(`${pk} ${name}`, result.window);

    return { isFull: result.kind === 'full', window: result.window };
  } catch (error) {
    log('error', 'the rate limiter failed open', { code: 'limiter_open' }, error);

    return { isFull: false, window: undefined };
  }
}

/** A key of one length for each network. All IPv4 addresses can be hashed, so items with it expire within hours. */
export function networkHash(sourceIp: string): string {
  return hash('sha256', networkOf(sourceIp), 'base64url');
}

/**
 * The address itself for IPv4, and the first 64 bits for IPv6: an IPv6 caller can use all addresses of its /64 network.
 * https://www.rfc-editor.org/rfc/rfc6177
 */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':');
  const tailGroups = tail.split(':').filter(Boolean);
  // `::` replaces groups of zeros.
  const zeros = address.includes('::') ? 8 - groups.length - tailGroups.length : 0;

  return [...groups, ...Array<string>(zeros).fill('0'), ...tailGroups].slice(0, 4).join(':');
}
