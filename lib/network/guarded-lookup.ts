import type { LookupAddress, LookupOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { ConnectionFailure } from '#lib/network/connection-failure.ts';
import { type AddressRule, permitsAddress } from '#lib/network/public-address.ts';
import { isLoopbackName } from '#lib/network/public-host.ts';

/** Resolves a name to all its addresses. Tests replace it. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/**
 * A `lookup` for node:net that resolves a name once and rejects it if any of its addresses breaks the rule. The socket
 * connects only to the checked addresses. Its errors are `ConnectionFailure` `dns` or `blocked_address`.
 *
 * node:net does not call it for a literal IP address, so callers must check literal addresses themselves.
 */
export function guardedLookup(rule: AddressRule, resolve: Resolve = resolveAll): LookupFunction {
  return (hostname, options, callback) => {
    checkAddresses(hostname, rule, resolve).then(
      (checked) => answer(ofFamily(checked, options), options, callback),
      (error: Error) => callback(error, ''),
    );
  };
}

/**
 * Queries name servers directly. `lookup` of node:dns uses getaddrinfo in libuv's small thread pool: a few names that time
 * out would block all other lookups (https://nodejs.org/api/dns.html#implementation-considerations).
 */
export function resolveWith(resolver: Pick<Resolver, 'resolve4' | 'resolve6'>): Resolve {
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const [ipv4, ipv6] = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : []));

    return [...addressesOf(4, ipv4), ...addressesOf(6, ipv6)];
  };
}

function addressesOf(family: 4 | 6, addresses: readonly string[] = []): LookupAddress[] {
  return addresses.map((address) => ({ address, family }));
}

/** RFC 6761, section 6.3: loopback names need no name server. */
const loopbackAddresses = [...addressesOf(4, ['127.0.0.1']), ...addressesOf(6, ['::1'])];

async function resolveAll(hostname: string): Promise<readonly LookupAddress[]> {
  if (isLoopbackName(hostname)) return loopbackAddresses;

  return resolveWith(new Resolver({ timeout: 1000, tries: 2 }))(hostname);
}

async function checkAddresses(
  hostname: string,
  rule: AddressRule,
  resolve: Resolve,
): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname).catch((cause: unknown) => {
    throw new ConnectionFailure('dns', { cause });
  });
  if (!addresses.every(({ address }) => permitsAddress(rule, address))) {
    throw new ConnectionFailure('blocked_address');
  }

  return [...addresses];
}

function ofFamily(addresses: LookupAddress[], { family }: LookupOptions): LookupAddress[] {
  const requestedFamily = Number(String(family ?? 0).replace('IPv', ''));

  return requestedFamily === 0 ? addresses : addresses.filter((entry) => entry.family === requestedFamily);
}

function answer(
  addresses: LookupAddress[],
  options: LookupOptions,
  callback: Parameters<LookupFunction>[2],
): void {
  const [first] = addresses;
  if (first === undefined) {
    callback(new ConnectionFailure('dns'), '');
  } else if (options.all === true) {
    callback(null, addresses);
  } else {
    callback(null, first.address, first.family);
  }
}
