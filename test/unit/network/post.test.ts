import { once } from 'node:events';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { setDefaultCACertificates } from 'node:tls';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { ConnectionFailure, type FailureCode } from '#lib/network/connection-failure.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { hasOpenssl } from '../../support/openssl.ts';
import { startAnswering, startServer } from './loopback-servers.ts';
import { answerOf, open, postTo } from './post-to.ts';

it('sends the given bytes and headers, and returns the status and the start of the body', async () => {
  let head = '';
  const outcome = await postTo((socket, received) => {
    head = received;
    socket.end(answerOf('202 Accepted', '', 'thank you'));
  });
  expect(outcome).toMatchObject({
    kind: 'answered',
    status: 202,
    snippet: 'thank you',
    retryAfterSeconds: null,
  });
  expect(outcome.durationMs).toBeGreaterThanOrEqual(0);
  expect(head).toMatch(/^POST \/hook\?a=1 HTTP\/1\.1\r\n/);
  expect(head).toMatch(/\r\nhost: 127\.0\.0\.1:\d+\r\n/i);
  expect(head).toMatch(/\r\nx-webhook-id: evt_1\r\n/);
  expect(head).toMatch(/\r\ncontent-length: 8\r\n/);
  expect(head).toMatch(/\r\nconnection: close\r\n/);
});

it('reaches the local stack by the name localhost, through the real resolver', async () => {
  const server = await startAnswering(answerOf('204 No Content'));
  open.push(server);
  const url = `http://localhost:${server.port}/`;
  expect(await postTo('', { url })).toMatchObject({ kind: 'answered', status: 204, snippet: '' });
  expect(await postTo('', { url, loopback: 'refuse' })).toMatchObject({
    kind: 'failed',
    code: 'blocked_address',
  });
  expect(server.connections()).toBe(1);
});

describe('a redirect', () => {
  const statuses = [300, 301, 302, 303, 304, 305, 306, 307, 308, 399];

  it.each(statuses)('%i is returned and not followed', async (status) => {
    const canary = await startServer(() => {});
    open.push(canary);
    const elsewhere = `http://127.0.0.1:${canary.port}/`;
    const headers = `Location: ${elsewhere}\r\nRefresh: 0; url=${elsewhere}\r\nContent-Location: ${elsewhere}\r\n`;
    expect(await postTo(answerOf(`${status} Moved`, headers))).toMatchObject({ kind: 'answered', status });
    expect(canary.connections()).toBe(0);
  });

  it('would lead a sender that follows it to its target', async () => {
    const [canary, redirecting] = [
      await startServer((socket) => socket.destroy()),
      await startAnswering(redirect),
    ];
    open.push(canary, redirecting);
    function redirect(socket: Socket) {
      socket.end(answerOf('307 Moved', `Location: http://127.0.0.1:${canary.port}/\r\n`));
    }
    await expect(fetch(`http://127.0.0.1:${redirecting.port}/`, { method: 'POST' })).rejects.toThrow();
    expect(canary.connections()).toBe(1);
  });
});

function resetAfter(text: string) {
  return (socket: Socket) => {
    socket.write(text, () => socket.resetAndDestroy());
  };
}

it('reports only one of seven failure codes', async () => {
  const codes = ['dns', 'blocked_address', 'connect', 'tls', 'timeout', 'reset', 'too_large'] as const;
  expectTypeOf<FailureCode>().toEqualTypeOf<(typeof codes)[number]>();
  expect(codes.map((code) => new ConnectionFailure(code, { cause: new Error('10.0.0.2') }).message)).toEqual(
    codes.map((code) => `Connection failed: ${code}`),
  );
  const resolve = () => Promise.reject(new Error('queryA ESERVFAIL ns1.internal 10.0.0.2'));
  const outcome = await postTo('', { url: 'https://hooks.example.com/', resolve });
  expect(outcome).toEqual({ kind: 'failed', code: 'dns', durationMs: expect.any(Number) });
});

describe('a failure is named by its stage', () => {
  it.each<[string, Parameters<typeof postTo>[0]]>([
    ['closes', (socket) => socket.end()],
    ['resets', (socket) => socket.resetAndDestroy()],
    ['talks nonsense', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['closes within the headers', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['resets within the headers', resetAfter('HTTP/1.1 200 OK\r\nContent-Le')],
    ['resets after an interim answer', resetAfter('HTTP/1.1 100 Continue\r\n\r\n')],
  ])('reset for a connection that %s', async (_name, answer) => {
    expect(await postTo(answer)).toEqual({ kind: 'failed', code: 'reset', durationMs: expect.any(Number) });
  });

  it('connect or reset for a connection that closes immediately, never blocked_address', async () => {
    const server = await startServer((socket) => socket.resetAndDestroy());
    open.push(server);
    const url = `http://127.0.0.1:${server.port}/`;
    for (let attempt = 0; attempt < 50; attempt += 1) {
      expect(await postTo('', { url })).toMatchObject({ code: expect.stringMatching(/^(?:connect|reset)$/) });
    }
  });

  it('no failure after the status, even if the body is reset', async () => {
    const outcome = await postTo(resetAfter('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart'));
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 });
  });

  it('tls for a handshake that is reset, at its start or halfway', async () => {
    const beginningOfServerHello = Buffer.from('160303007a0200', 'hex');
    for (const first of [Buffer.alloc(0), beginningOfServerHello]) {
      const server = await startServer((socket) => {
        socket.once('data', () => socket.write(first, () => socket.resetAndDestroy()));
      });
      open.push(server);
      expect(await postTo('', { url: `https://127.0.0.1:${server.port}/` })).toMatchObject({ code: 'tls' });
    }
  });

  it('tls for a server without TLS', async () => {
    const server = await startServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    open.push(server);
    expect(await postTo('', { url: `https://127.0.0.1:${server.port}/` })).toMatchObject({ code: 'tls' });
  });

  it('an upgrade response is returned without waiting for the deadline', async () => {
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
    const outcome = await postTo((socket) => socket.write(upgrade));
    expect(outcome).toMatchObject({ kind: 'answered', status: 101 });
    expect(outcome.durationMs).toBeLessThan(1000);
  });
});

it('throws for an invalid header and leaves no connection open', async () => {
  let closed: Promise<unknown> = Promise.resolve();
  const server = await startServer((socket) => {
    closed = once(socket.resume(), 'close');
  });
  open.push(server);
  const url = `http://127.0.0.1:${server.port}/`;
  await expect(postTo('', { url, headers: { 'x-bad': 'a\r\nHost: evil' } })).rejects.toThrow(/invalid/i);
  await expect.poll(() => server.connections()).toBe(1);
  await closed;
});

describe.skipIf(!hasOpenssl)('over TLS', () => {
  it('rejects an untrusted certificate and accepts a trusted one for its name', async () => {
    const certificate = makeCertificate();
    const server = createServer(certificate, (request, response) => {
      request.resume().on('end', () => response.end(String(request.headers.host)));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const post = (host: string) => postTo('', { url: `https://${host}:${port}/`, resolve });
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];

    expect(await post('localhost')).toMatchObject({ kind: 'failed', code: 'tls' });
    setDefaultCACertificates([certificate.cert]);
    expect(await post('localhost')).toMatchObject({
      kind: 'answered',
      status: 200,
      snippet: `localhost:${port}`,
    });
    expect(await post('127.0.0.1')).toMatchObject({ kind: 'answered', status: 200 });
    expect(await post('other.localhost')).toMatchObject({ kind: 'failed', code: 'tls' });
    server.close();
    server.closeAllConnections();
  });
});
