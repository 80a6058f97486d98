import { once } from 'node:events';
import { createServer } from 'node:https';
import { setDefaultCACertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { hasOpenssl } from '../../support/openssl.ts';
import { makeCertificate, startAnswering, startServer } from './loopback-servers.ts';
import { answerOf, open, postTo } from './post-to.ts';

it('sends the bytes and headers as given, and tells status and beginning of the answer', async () => {
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

it.each([301, 302, 303, 307, 308])('reports a %i and does not follow it', async (status) => {
  const canary = await startServer(() => {});
  open.push(canary);
  const location = `Location: http://127.0.0.1:${canary.port}/\r\n`;
  expect(await postTo(answerOf(`${status} Moved`, location))).toMatchObject({ kind: 'answered', status });
  expect(canary.connections()).toBe(0);
});

describe('the deadline holds over', () => {
  const hook = (then: (write: (text: string) => void) => void): Parameters<typeof startAnswering>[0] => {
    return (socket) => then((text) => socket.writable && socket.write(text));
  };
  const drip = (first: string, text: string) =>
    hook((write) => {
      write(first);
      const timer = setInterval(() => write(text), 10);
      setTimeout(() => clearInterval(timer), 5000).unref();
    });

  it.each<[string, Parameters<typeof startAnswering>[0]]>([
    ['an answer that never begins', () => {}],
    ['a half-open connection', (socket) => socket.end()],
    ['dripping headers', drip('HTTP/1.1 200 OK\r\n', 'X: y\r\n')],
    ['a dripping body', drip('HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n', 'x')],
    ['endless interim answers', drip('', 'HTTP/1.1 100 Continue\r\n\r\n')],
  ])('%s', async (name, answer) => {
    const outcome = await postTo(answer, { deadlineMs: 200 });
    expect(outcome).toMatchObject({ kind: 'failed', code: name.startsWith('a half') ? 'reset' : 'timeout' });
    expect(outcome.durationMs).toBeLessThan(1500);
  });

  it('a TLS handshake that never begins', async () => {
    const server = await startServer(() => {});
    open.push(server);
    const url = `https://127.0.0.1:${server.port}/`;
    const outcome = await postTo('', { url, deadlineMs: 200 });
    expect(outcome).toMatchObject({ kind: 'failed', code: 'timeout' });
    expect(outcome.durationMs).toBeLessThan(1500);
    expect(server.connections()).toBe(1);
  });

  it('a resolver that hangs, by the shorter limit for connecting', async () => {
    const outcome = await postTo('', {
      url: 'https://hooks.example.com/',
      connectMs: 100,
      deadlineMs: 5000,
      resolve: () => new Promise(() => {}),
    });
    expect(outcome).toMatchObject({ kind: 'failed', code: 'timeout' });
    expect(outcome.durationMs).toBeLessThan(1500);
  });
});

describe('a failure is named by its stage', () => {
  it('reset for a connection that closes, resets or talks nonsense', async () => {
    expect(await postTo((socket) => socket.end())).toMatchObject({ kind: 'failed', code: 'reset' });
    expect(await postTo((socket) => socket.resetAndDestroy())).toMatchObject({ code: 'reset' });
    expect(await postTo('SSH-2.0-OpenSSH_9.2\r\n')).toMatchObject({ code: 'reset' });
    expect(await postTo('HTTP/1.1 200 OK\r\nContent-Le')).toMatchObject({ code: 'reset' });
  });

  it('tls for a server that does not speak it', async () => {
    const server = await startServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    open.push(server);
    expect(await postTo('', { url: `https://127.0.0.1:${server.port}/` })).toMatchObject({ code: 'tls' });
  });

  it('an upgrade is an answer like any other and does not wait for the deadline', async () => {
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
    const outcome = await postTo((socket) => socket.write(upgrade));
    expect(outcome).toMatchObject({ kind: 'answered', status: 101 });
    expect(outcome.durationMs).toBeLessThan(1000);
  });
});

it('throws for a header that HTTP cannot carry, and leaves no connection open', async () => {
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
  it('refuses a certificate nobody vouches for, and accepts it once it is trusted for that name', async () => {
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
