import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Resolve } from '#lib/network/guarded-lookup.ts';
import { connectGuarded } from '#lib/network/guarded-socket.ts';
import { outcomeOf } from './connection-outcome.ts';
import { type LoopbackServer, startServer } from './loopback-servers.ts';

let canary: LoopbackServer;
beforeAll(async () => {
  canary = await startServer(() => {});
});
afterAll(() => canary.close());

const toLoopback: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];

describe('a mail server', () => {
  function mail(host: string, port: number, loopback: 'allow' | 'refuse'): Promise<string> {
    return outcomeOf(connectGuarded({ host, port, loopback, timeoutMs: 1000, resolve: toLoopback }));
  }

  it('is reached on loopback and any port only where loopback is allowed', async () => {
    const before = canary.connections();
    expect(await mail('127.0.0.1', canary.port, 'allow')).toBe('connected');
    expect(await mail('localhost', canary.port, 'allow')).toBe('connected');
    expect(canary.connections()).toBe(before + 2);
    for (const host of [
      '127.0.0.1',
      'localhost',
      '::1',
      '0x7f000001',
      '127.1',
      'mail',
      'mail.internal',
      '',
    ]) {
      expect([host, await mail(host, 587, 'refuse')]).toEqual([host, 'blocked_address']);
    }
    expect(await mail('smtp.example.com', canary.port, 'allow')).toBe('blocked_address');
    expect(canary.connections()).toBe(before + 2);
  });

  it('is tried on the ports of submission and mailbox access only', async () => {
    const unresolvable: Resolve = async () => [];
    const tryPort = (port: number) =>
      outcomeOf(
        connectGuarded({
          host: 'smtp.example.com',
          port,
          loopback: 'refuse',
          timeoutMs: 1000,
          resolve: unresolvable,
        }),
      );
    for (const port of [465, 587, 2525, 143, 993]) {
      expect([port, await tryPort(port)]).toEqual([port, 'dns']);
    }
    for (const port of [25, 0, 22, 80, 443, 9001, 65_536]) {
      expect([port, await tryPort(port)]).toEqual([port, 'blocked_address']);
    }
  });
});
