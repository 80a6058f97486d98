import type { LookupAddress } from 'node:dns';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConnection } from '#lib/network/guarded-connection.ts';
import { guardedLookup, type Resolve } from '#lib/network/guarded-lookup.ts';
import type { AddressRule } from '#lib/network/public-address.ts';
import { outcomeOf } from './connection-outcome.ts';
import { type LoopbackServer, startServer } from './loopback-servers.ts';
import { watchConnections } from './watched-connections.ts';

let canary: LoopbackServer;
beforeAll(async () => {
  canary = await startServer(() => {});
});
afterAll(() => canary.close());

const budget = { bytes: 1000, timeMs: 5000, processorMs: 5000 };
const toLoopback: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];

function resolveTo(...addresses: string[]): Resolve {
  return async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

function open(host: string, rule: AddressRule, resolve: Resolve = toLoopback): Promise<string> {
  return outcomeOf(openConnection({ host, port: canary.port, rule, timeoutMs: 2000, budget, resolve }));
}

it('the canary detects a connection', async () => {
  const before = canary.connections();
  expect(await open('127.0.0.1', 'loopback')).toBe('connected');
  expect(await open('hooks.example.com', 'public_or_loopback')).toBe('connected');
  await expect.poll(canary.connections).toBe(before + 2);
});

describe('no connection reaches loopback', () => {
  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['93.184.215.14', '127.0.0.1']],
    [['127.0.0.1', '93.184.215.14']],
    [['2606:4700::1', '::1']],
    [['2606:4700::1', '64:ff9b::7f00:1']],
    [['0.0.0.0']],
    [['169.254.169.254']],
    [['not an address']],
    [['127.1']],
    [['fe80::1%lo']],
  ])('by a name that resolves to %j', async (addresses) => {
    const before = canary.connections();
    expect(await open('hooks.example.com', 'public', resolveTo(...addresses))).toBe('blocked_address');
    expect(canary.connections()).toBe(before);
  });

  it('by an alias of an alias of a private name', async () => {
    const aliases = new Map([
      ['hooks.example.com', 'edge.example.net'],
      ['edge.example.net', 'localhost'],
    ]);
    const resolve: Resolve = async (hostname) => {
      const target = aliases.get(hostname);

      return target === undefined ? toLoopback(hostname) : resolve(target);
    };
    const before = canary.connections();
    expect(await open('hooks.example.com', 'public', resolve)).toBe('blocked_address');
    expect(canary.connections()).toBe(before);
  });

  it('by DNS rebinding: each connection resolves the name once', async () => {
    const before = canary.connections();
    const answers: LookupAddress[][] = [
      [{ address: '127.0.0.1', family: 4 }],
      [{ address: '10.0.0.1', family: 4 }],
    ];
    let asked = 0;
    const rebinding: Resolve = async () => answers[asked++] ?? [{ address: '127.0.0.1', family: 4 }];
    expect(await open('rebind.example.com', 'public_or_loopback', rebinding)).toBe('connected');
    expect(asked).toBe(1);
    expect(await open('rebind.example.com', 'public_or_loopback', rebinding)).toBe('blocked_address');
    expect(asked).toBe(2);
    expect(await open('rebind.example.com', 'public', rebinding)).toBe('blocked_address');
    await expect.poll(canary.connections).toBe(before + 1);
  });
});

it('closes a connection to an unchecked address before any byte is sent', async () => {
  let asked = 0;
  const changing = {
    family: 4,
    get address() {
      return asked++ === 0 ? '93.184.215.14' : '127.0.0.1';
    },
  };
  let bytes = 0;
  const server = await startServer((socket) => socket.on('data', (chunk) => (bytes += chunk.length)));
  const resolve: Resolve = async () => [changing];
  const target = {
    host: 'hooks.example.com',
    port: server.port,
    rule: 'public',
    timeoutMs: 2000,
    budget,
    resolve,
  } as const;
  expect(await outcomeOf(openConnection(target))).toBe('blocked_address');
  await expect.poll(() => server.connections()).toBe(1);
  await server.close();
  expect(bytes).toBe(0);
});

it('tries each checked address and no other', async () => {
  const watched = watchConnections();
  const resolve = resolveTo('127.0.0.1', '127.0.0.2', '127.0.0.3');
  const target = {
    host: 'app.localhost',
    // No server has it, and no test gets it.
    port: 1,
    rule: 'loopback',
    timeoutMs: 2000,
    budget,
  } as const;
  expect(await outcomeOf(openConnection({ ...target, resolve }))).toBe('connect');
  watched.stop();
  expect(watched.attempts).toEqual(['127.0.0.1', '127.0.0.2', '127.0.0.3']);
});

it('does not connect when name resolution exceeds the time limit', async () => {
  let answer = (_addresses: LookupAddress[]) => {};
  const resolve: Resolve = () =>
    new Promise((done) => {
      answer = done;
    });
  const watched = watchConnections();
  const target = {
    host: 'app.localhost',
    port: canary.port,
    rule: 'loopback',
    timeoutMs: 50,
    budget,
  } as const;
  expect(await outcomeOf(openConnection({ ...target, resolve }))).toBe('timeout');
  answer([{ address: '127.0.0.1', family: 4 }]);
  // All effects of the response have happened in the next turn of the event loop.
  await setImmediate();
  watched.stop();
  expect(watched.attempts).toEqual([]);
  expect(watched.sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
});

it('reports missing addresses, a failed lookup and a hanging lookup by code', async () => {
  const failing: Resolve = () => Promise.reject(new Error('ENOTFOUND'));
  const hanging: Resolve = () => new Promise(() => {});
  expect(await open('gone.example.com', 'public', resolveTo())).toBe('dns');
  expect(await open('gone.example.com', 'public', failing)).toBe('dns');
  const startedAt = performance.now();
  const target = {
    host: 'slow.example.com',
    port: 443,
    rule: 'public',
    timeoutMs: 50,
    budget,
    resolve: hanging,
  } as const;
  expect(await outcomeOf(openConnection(target))).toBe('timeout');
  expect(performance.now() - startedAt).toBeLessThan(1000);
});

it('reports a closed port as connect', async () => {
  const server = await startServer(() => {});
  await server.close();
  const target = { host: '127.0.0.1', port: server.port, rule: 'loopback', timeoutMs: 1000, budget } as const;
  expect(await outcomeOf(openConnection(target))).toBe('connect');
});

it('returns exactly the checked addresses of the requested family, one or all', async () => {
  const lookup = guardedLookup('public', resolveTo('93.184.215.14', '2606:4700::1'));
  const ask = (options: object) =>
    new Promise((resolve) => {
      lookup('hooks.example.com', options, (error, address) => resolve(error ?? address));
    });
  const [v4, v6] = [
    { address: '93.184.215.14', family: 4 },
    { address: '2606:4700::1', family: 6 },
  ];
  expect(await ask({ all: true })).toEqual([v4, v6]);
  expect(await ask({ all: true, family: 'IPv6' })).toEqual([v6]);
  expect(await ask({ family: 6 })).toBe('2606:4700::1');
  expect(await ask({})).toBe('93.184.215.14');
});
