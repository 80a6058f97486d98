import type { LookupAddress } from 'node:dns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConnection } from '#lib/network/guarded-connection.ts';
import { postBytes } from '#lib/network/post.ts';
import { checkPublicUrl, hostOf, portOf } from '#lib/network/public-url.ts';
import { type Canaries, startCanaries } from './canaries.ts';
import { outcomeOf } from './connection-outcome.ts';
import { hostileUrls } from './hostile-urls.ts';
import { innocentUrls, loopbackUrls } from './loopback-urls.ts';
import {
  attemptsOf,
  isThisMachine,
  plantedHoles,
  resolveInTurn,
  type Send,
  unguarded,
} from './planted-holes.ts';

const budget = { bytes: 1000, timeMs: 5000, processorMs: 5000 };

const loopback: LookupAddress = { address: '127.0.0.1', family: 4 };
/** A public address of the wrong family, so the connection fails before a packet is sent. */
const unreachablePublic: LookupAddress = { address: '93.184.215.14', family: 6 };

/** Responses of hostile name servers, in order. */
const nameServers = {
  loopback: () => resolveInTurn([loopback]),
  'loopback behind a public address': () => resolveInTurn([unreachablePublic, loopback]),
  'a public address first and loopback later': () => resolveInTurn([unreachablePublic], [loopback]),
};

const textUrls = [443, 8443].flatMap((port) => loopbackUrls(port));
const lookupUrls = [443, 8443].flatMap((port) => innocentUrls(port));
const otherUrls = [443, 8443].flatMap((port) => hostileUrls(port));

const post: Send = (url, resolve) =>
  postBytes({ url, headers: {}, body: new Uint8Array(), loopback: 'refuse', resolve });

describe('a sender without a guard', () => {
  let canaries: Canaries;
  beforeAll(async () => {
    canaries = await startCanaries([]);
  });
  afterAll(() => canaries.close());

  it('connects to the local machine for each of at least 400 spellings', async () => {
    const urls = [...new Set([...loopbackUrls(canaries.port), ...innocentUrls(canaries.port)])];
    expect(urls.length).toBeGreaterThanOrEqual(400);
    const tried = await attemptsOf(unguarded, urls, nameServers.loopback);
    const misled = tried.filter(({ addresses }) => addresses.every(isThisMachine)).map(({ url }) => url);
    expect(misled).toEqual(urls);
    await expect.poll(canaries.connections).toBeGreaterThanOrEqual(400);
  });

  it.each<[hole: keyof typeof plantedHoles, nameServer: keyof typeof nameServers]>([
    ['looks for loopback in the text', 'loopback'],
    ['extracts the host with a custom pattern', 'loopback'],
    ['knows loopback, but not what else leads there', 'loopback'],
    ['leaves IP literals to the lookup', 'loopback'],
    ['trusts a name with a valid text', 'loopback'],
    ['judges the first address of a name only', 'loopback behind a public address'],
    ['resolves once to judge and once to connect', 'a public address first and loopback later'],
  ])('with the flaw "%s" is detected', async (hole, nameServer) => {
    const urls = [...loopbackUrls(canaries.port), ...innocentUrls(canaries.port)];
    const tried = await attemptsOf(plantedHoles[hole], urls, nameServers[nameServer]);
    expect(tried.flatMap(({ addresses }) => addresses).filter(isThisMachine)).not.toEqual([]);
  });
});

describe('through the guard', () => {
  // Other canaries than above, which may still be counting.
  let canaries: Canaries;
  beforeAll(async () => {
    const urls = [...textUrls, ...lookupUrls, ...otherUrls].flatMap((url) => URL.parse(url) ?? []);
    canaries = await startCanaries(new Set(urls.map(portOf).filter((port) => port > 0)));
  });
  afterAll(async () => {
    expect(canaries.connections()).toBe(0);
    await canaries.close();
  });

  it('URLs that refer to the local machine are rejected on input', () => {
    const accepted = [...textUrls, ...otherUrls].filter(
      (url) => checkPublicUrl(url, { loopback: 'refuse' }).ok,
    );
    expect(accepted).toEqual([]);
  });

  it('names that need a lookup are accepted on input', () => {
    const refused = lookupUrls.filter((url) => !checkPublicUrl(url, { loopback: 'refuse' }).ok);
    expect(refused).toEqual([]);
  });

  it('no address is tried, and the outcome is blocked_address', async () => {
    const outcomes: unknown[] = [];
    const send: Send = async (url, resolve) => outcomes.push(await post(url, resolve));
    const urls = [...textUrls, ...lookupUrls, ...otherUrls];
    for (const nameServer of [nameServers.loopback, nameServers['loopback behind a public address']]) {
      expect(await attemptsOf(send, urls, nameServer)).toEqual([]);
    }
    const blocked = { kind: 'failed', code: 'blocked_address', durationMs: expect.any(Number) };
    expect(outcomes).toEqual(Array.from({ length: 2 * urls.length }, () => blocked));
    expect(canaries.connections()).toBe(0);
  });

  it('a changing name is resolved once, and its later addresses are not tried', async () => {
    const tried = await attemptsOf(
      post,
      lookupUrls,
      nameServers['a public address first and loopback later'],
    );
    expect(tried).toEqual(lookupUrls.map((url) => ({ url, addresses: [unreachablePublic.address] })));
    expect(canaries.connections()).toBe(0);
  });

  it('a host is blocked even if its spelling was not checked', async () => {
    const urls = [
      ...loopbackUrls(canaries.port),
      ...innocentUrls(canaries.port),
      ...hostileUrls(canaries.port),
    ];
    const parsed = urls.flatMap((url) => URL.parse(url) ?? []).filter(({ hostname }) => hostname !== '');
    const hosts = [...new Set(parsed.map(hostOf))];
    const outcomes: string[] = [];
    const send: Send = async (host, resolve) => {
      const target = { host, port: canaries.port, rule: 'public', timeoutMs: 2000, budget, resolve } as const;
      outcomes.push(await outcomeOf(openConnection(target)));
    };
    expect(await attemptsOf(send, hosts, nameServers.loopback)).toEqual([]);
    expect(outcomes).toEqual(hosts.map(() => 'blocked_address'));
    expect(canaries.connections()).toBe(0);
  });
});
