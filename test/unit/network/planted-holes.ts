import type { LookupAddress } from 'node:dns';
import { BlockList, connect, isIP, type LookupFunction } from 'node:net';
import { guardedLookup, type Resolve } from '#lib/network/guarded-lookup.ts';
import { isPublicAddress } from '#lib/network/public-address.ts';
import { checkPublicUrl, hostOf, portOf } from '#lib/network/public-url.ts';
import { watchConnections } from './watched-connections.ts';

/** Tries to reach a URL. The result is ignored. */
export type Send = (url: string, resolve: Resolve) => Promise<unknown>;

/** Returns the given responses in order and repeats the last one. */
export function resolveInTurn(...answers: ReadonlyArray<readonly LookupAddress[]>): Resolve {
  let asked = 0;

  return async () => answers[Math.min(asked++, answers.length - 1)] ?? [];
}

/** The addresses that the sender tried to connect to, for each URL with an attempt. */
export async function attemptsOf(
  send: Send,
  urls: readonly string[],
  makeResolve: () => Resolve,
): Promise<Array<{ url: string; addresses: string[] }>> {
  const watched = watchConnections();
  const tried = [];
  for (const url of urls) {
    await send(url, makeResolve());
    tried.push({ url, addresses: watched.attempts.splice(0) });
  }
  watched.stop();

  return tried.filter(({ addresses }) => addresses.length > 0);
}

/** Addresses that reach the local machine; the unspecified address also counts as loopback. */
export function isThisMachine(ip: string): boolean {
  return /^(?:127\.|0\.0\.0\.0$|::1?$|::ffff:(?:7f|0:0))/.test(ip);
}

/** Connects to any address that the parser and the resolver return. */
export const unguarded: Send = async (url, resolve) => {
  const parsed = URL.parse(url);
  await (parsed && connectTo(parsed, unguardedLookup(resolve)));
};

/** Guards with one typical flaw each. */
export const plantedHoles = {
  'looks for loopback in the text': async (url: string, resolve: Resolve) => {
    await (/localhost|127\.0\.0\.1|\[::1\]/i.test(url) || unguarded(url, resolve));
  },
  'extracts the host with a custom pattern': async (url: string, resolve: Resolve) => {
    const host = /^https:\/\/([^/:@\\]+)/.exec(url)?.[1] ?? '127.0.0.1';
    await (checkPublicUrl(`https://${host}/`, { loopback: 'refuse' }).ok && unguarded(url, resolve));
  },
  'knows loopback, but not what else leads there': async (url: string, resolve: Resolve) => {
    const loopback = new BlockList();
    loopback.addSubnet('127.0.0.0', 8, 'ipv4');
    loopback.addAddress('::1', 'ipv6');
    const host = hostOf(URL.parse(url) ?? new URL('https://127.0.0.1/'));
    const family = isIP(host) === 6 ? 'ipv6' : 'ipv4';
    await ((isIP(host) !== 0 && loopback.check(host, family)) || unguarded(url, resolve));
  },
  'leaves IP literals to the lookup': async (url: string, resolve: Resolve) => {
    const parsed = URL.parse(url);
    await (parsed && connectTo(parsed, guardedLookup('public', resolve)));
  },
  'trusts a name with a valid text': async (url: string, resolve: Resolve) => {
    const onUsualPort = url.replace(/:\d+\//, '/');
    await (checkPublicUrl(onUsualPort, { loopback: 'refuse' }).ok && unguarded(url, resolve));
  },
  'judges the first address of a name only': async (url: string, resolve: Resolve) => {
    const addresses = await resolve(url);
    await (isPublicAddress(addresses[0]?.address ?? '') && unguarded(url, async () => addresses));
  },
  'resolves once to judge and once to connect': async (url: string, resolve: Resolve) => {
    const addresses = await resolve(url);
    await (addresses.every(({ address }) => isPublicAddress(address)) && unguarded(url, resolve));
  },
} satisfies Record<string, Send>;

function unguardedLookup(resolve: Resolve): LookupFunction {
  return (hostname, _options, callback) => {
    resolve(hostname).then(
      (addresses) => callback(null, [...addresses]),
      (error: Error) => callback(error, ''),
    );
  };
}

function connectTo(url: URL, lookup: LookupFunction): Promise<void> {
  const socket = connect({ host: hostOf(url), port: portOf(url), lookup, autoSelectFamily: true });

  return new Promise((resolve) => {
    socket
      .on('connect', () => socket.destroy())
      .on('error', () => {})
      .on('close', () => resolve());
  });
}
