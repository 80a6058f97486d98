import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSmtp, SmtpUnavailable } from '#lib/mail/smtp.ts';
import type { Resolve } from '#lib/network/guarded-lookup.ts';
import { connectGuarded } from '#lib/network/guarded-socket.ts';
import { type Canaries, startCanaries } from './canaries.ts';
import { outcomeOf } from './connection-outcome.ts';
import { startServer } from './loopback-servers.ts';
import { innocentUrls, loopbackHosts } from './loopback-urls.ts';
import { attemptsOf, resolveInTurn, type Send } from './planted-holes.ts';

const budget = { bytes: 1000, timeMs: 5000, processorMs: 5000 };
const mailPorts = [465, 587, 2525, 143, 993];

let canaries: Canaries;
beforeAll(async () => {
  canaries = await startCanaries(mailPorts);
});
afterAll(() => canaries.close());

const toLoopback = () => resolveInTurn([{ address: '127.0.0.1', family: 4 }]);

function mail(
  host: string,
  port: number,
  loopback: 'allow' | 'refuse',
  resolve: Resolve = toLoopback(),
): Promise<string> {
  return outcomeOf(connectGuarded({ host, port, loopback, timeoutMs: 1000, budget, resolve }));
}

describe('a mail server', () => {
  it('is reached on loopback, on any port, only if loopback is allowed', async () => {
    const before = canaries.connections();
    expect(await mail('127.0.0.1', canaries.port, 'allow')).toBe('connected');
    expect(await mail('localhost', canaries.port, 'allow')).toBe('connected');
    await expect.poll(canaries.connections).toBe(before + 2);
    expect(await mail('smtp.example.com', canaries.port, 'allow')).toBe('blocked_address');
    expect(canaries.connections()).toBe(before + 2);
  });

  it('is tried only on submission and mailbox ports', async () => {
    const unresolvable = resolveInTurn([]);
    for (const port of mailPorts) {
      expect([port, await mail('smtp.example.com', port, 'refuse', unresolvable)]).toEqual([port, 'dns']);
    }
    for (const port of [25, 0, 22, 80, 443, 9001, 65_536]) {
      const outcome = await mail('smtp.example.com', port, 'refuse', unresolvable);
      expect([port, outcome]).toEqual([port, 'blocked_address']);
    }
  });

  it('is never the local machine, in any spelling or by name', async () => {
    const before = canaries.connections();
    const unescaped = loopbackHosts().map((host) => host.replace(/^\[(.*)\]$/, '$1'));
    const names = innocentUrls(443).map((url) => new URL(url).hostname);
    const hosts = [...loopbackHosts(), ...unescaped, ...names, '', 'mail', '[127.0.0.1]', '127.0.0.1:587'];
    const outcomes: string[] = [];
    const send: Send = async (host, resolve) => {
      for (const port of mailPorts) {
        outcomes.push(await mail(host, port, 'refuse', resolve));
      }
    };
    expect(await attemptsOf(send, hosts, toLoopback)).toEqual([]);
    expect(outcomes).toEqual(hosts.flatMap(() => mailPorts.map(() => 'blocked_address')));
    expect(canaries.connections()).toBe(before);
  });

  it('is checked for every connection, regardless of earlier results', async () => {
    // A public address of the wrong family, so the connection fails before a packet is sent.
    const unreachablePublic = { address: '93.184.215.14', family: 6 };
    const moving = resolveInTurn([unreachablePublic], [{ address: '127.0.0.1', family: 4 }]);
    const outcomes: string[] = [];
    const connect: Send = async (host) => outcomes.push(await mail(host, 587, 'refuse', moving));
    const tried = await attemptsOf(connect, ['smtp.example.com', 'smtp.example.com'], () => moving);
    expect(tried).toEqual([{ url: 'smtp.example.com', addresses: [unreachablePublic.address] }]);
    expect(outcomes).toEqual(['connect', 'blocked_address']);
  });
});

it('the SMTP client opens no connection to the local machine and reports the server as unavailable', async () => {
  const before = canaries.connections();
  const failures: unknown[] = [];
  const send: Send = async (host) => {
    const smtp = { host, port: 587, secure: false, username: 'ada@example.com' };
    await openSmtp(
      { email: 'ada@example.com', smtp },
      { kind: 'password', password: 'secret' },
      'refuse',
    ).catch((error: unknown) => failures.push(error));
  };
  expect(await attemptsOf(send, loopbackHosts(), toLoopback)).toEqual([]);
  expect(failures).toEqual(
    loopbackHosts().map(() => new SmtpUnavailable({ kind: 'unreachable', smtpCode: null })),
  );
  expect(canaries.connections()).toBe(before);
});

it('the SMTP client reaches a server that the guard accepts', async () => {
  const closing = await startServer((socket) => socket.end());
  const smtp = { host: '127.0.0.1', port: closing.port, secure: false, username: 'ada@example.com' };
  await expect(
    openSmtp({ email: 'ada@example.com', smtp }, { kind: 'password', password: 'secret' }, 'allow'),
  ).rejects.toThrow(SmtpUnavailable);
  expect(closing.connections()).toBe(1);
  await closing.close();
});
