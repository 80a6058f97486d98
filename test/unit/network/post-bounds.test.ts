import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeCertificate } from '../../support/certificates.ts';
import { hasOpenssl } from '../../support/openssl.ts';
import { answerOf, bytesRead, postTo } from './post-to.ts';

/** A read may exceed the limit by less than one socket buffer. */
const bytesReadMax = 2 * 65_536;

/** Sends the first part once, then the other one repeatedly as fast as possible. */
function flood(first: string, unit: string) {
  const block = unit.repeat(Math.ceil(16_384 / unit.length));

  return (socket: Socket) => {
    const pump = () => {
      while (socket.writable && socket.write(block)) {}
    };
    socket.on('drain', pump).write(first);
    pump();
  };
}

const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('at most 64 KB of an endless response are read, and its status counts if it arrived', () => {
  it.each<[name: string, first: string, unit: string]>([
    ['a body of unknown length', 'HTTP/1.1 200 OK\r\n\r\n', 'x'],
    ['a body of a gigabyte', 'HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n', 'x'],
    ['chunks of one byte', chunked, '1\r\nx\r\n'],
    ['chunks that are all extension', chunked, `1;${'a'.repeat(15_000)}\r\nx\r\n`],
    ['a chunk with an endless size', chunked, '0'],
    ['trailers', `${chunked}0\r\n`, 'X: y\r\n'],
    ['a body where the response must not have a body', 'HTTP/1.1 204 No Content\r\n\r\n', 'x'],
    ['unsolicited responses', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', answerOf('500 Oops')],
  ])('%s', async (_name, first, unit) => {
    const outcome = await postTo(flood(first, unit));
    expect(outcome).toMatchObject({ kind: 'answered', status: Number(first.slice(9, 12)) });
    expect(bytesRead()).toBeLessThanOrEqual(bytesReadMax);
  });

  it.each<[name: string, first: string, unit: string]>([
    ['headers', 'HTTP/1.1 200 OK\r\n', 'X: y\r\n'],
    ['one header', 'HTTP/1.1 200 OK\r\nX: ', 'y'],
    ['a reason phrase', 'HTTP/1.1 200 ', 'O'],
    ['empty lines', '', '\r\n'],
    ['100 Continue', '', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['103 Early Hints', '', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
    [
      'interim responses with large headers',
      '',
      `HTTP/1.1 102 Processing\r\nX: ${'y'.repeat(15_000)}\r\n\r\n`,
    ],
  ])('%s: too_large', async (_name, first, unit) => {
    const outcome = await postTo(flood(first, unit));
    expect(outcome).toEqual({ kind: 'failed', code: 'too_large', durationMs: expect.any(Number) });
    expect(bytesRead()).toBeLessThanOrEqual(bytesReadMax);
  });

  it('data that arrives with the headers is in the snippet, even if it reaches the limit', async () => {
    const outcome = await postTo((socket) => socket.write(`HTTP/1.1 500 No\r\n\r\n${'x'.repeat(200_000)}`));
    expect(outcome).toMatchObject({ kind: 'answered', status: 500, snippet: 'x'.repeat(1024) });
    expect(bytesRead()).toBeLessThanOrEqual(bytesReadMax);
  });
});

it('a response just below the limit is read completely', async () => {
  let ended = false;
  const outcome = await postTo((socket) => {
    socket.write(answerOf('200 OK', '', 'x'.repeat(65_000)), () => {
      ended = true;
    });
  });
  expect(outcome).toMatchObject({ kind: 'answered', status: 200, snippet: 'x'.repeat(1024) });
  expect(ended).toBe(true);
  expect(bytesRead()).toBeGreaterThan(65_000);
});

describe('a compressed response is not decompressed', () => {
  const bomb = gzipSync('x'.repeat(50_000_000));

  it.each(['gzip', 'deflate', 'br', 'gzip, gzip'])('with Content-Encoding: %s', async (encoding) => {
    const headers = `Content-Encoding: ${encoding}\r\nContent-Length: ${bomb.length}\r\n\r\n`;
    const outcome = await postTo((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${headers}`);
      socket.end(bomb);
    });
    expect(outcome).toMatchObject({ kind: 'answered', status: 200, snippet: '' });
    expect(bytesRead()).toBeLessThanOrEqual(bytesReadMax);
  });
});

it('headers over 16 KB are too_large', async () => {
  const outcome = await postTo(answerOf('200 OK', `X-Long: ${'y'.repeat(100_000)}\r\n`));
  expect(outcome).toMatchObject({ kind: 'failed', code: 'too_large' });
});

it('an incomplete body does not change the status', async () => {
  const outcome = await postTo('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npartial');
  expect(outcome).toMatchObject({ kind: 'answered', status: 200, snippet: 'partial' });
});

it.skipIf(!hasOpenssl)('the limits also apply over TLS', async () => {
  const certificate = makeCertificate();
  setDefaultCACertificates([certificate.cert]);
  const block = 'x'.repeat(1_000_000);
  const server = createTlsServer(certificate, (request, response) => {
    request.resume();
    response.on('drain', () => response.write(block)).write(block);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  const outcome = await postTo('', { url });
  expect(outcome).toMatchObject({ kind: 'answered', status: 200, snippet: 'x'.repeat(1024) });
  // The handshake precedes the response.
  expect(bytesRead()).toBeLessThanOrEqual(bytesReadMax + 8192);
  server.close();
  server.closeAllConnections();
});
