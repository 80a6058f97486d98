import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { startServer } from './loopback-servers.ts';
import { bytesRead, open, postTo } from './post-to.ts';

const deadlineMs = 100;
/** Generous, because the machine may be busy. */
const endsWithinMs = 1500;

type Act = (socket: Socket) => void;

/** Sends the first part once, and the other one repeatedly. */
function drip(first: string, text: string): Act {
  return (socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(text), 10);
    socket.on('close', () => clearInterval(timer));
  };
}

it.each<[name: string, act: Act]>([
  ['a response that never starts', () => {}],
  ['a dripping status line', drip('HTTP/1.1 200 ', 'O')],
  ['headers that stop half-way', (socket) => socket.write('HTTP/1.1 200 OK\r\nX: y')],
  ['dripping headers', drip('HTTP/1.1 200 OK\r\n', 'X: y\r\n')],
  [
    'a body that stops half-way',
    (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'),
  ],
  ['a body of unknown length that never starts', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n')],
  ['a dripping body', drip('HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n', 'x')],
  ['dripping chunks', drip('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n')],
  ['a dripping size of a chunk', drip('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '0')],
  ['dripping trailers', drip('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n', 'X: y\r\n')],
  ['endless 100 Continue', drip('', 'HTTP/1.1 100 Continue\r\n\r\n')],
  ['endless 103 Early Hints', drip('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n')],
  ['empty lines before the response', drip('', '\r\n')],
])('the deadline applies to %s', async (_name, act) => {
  const outcome = await postTo(act, { deadlineMs });
  expect(outcome).toEqual({ kind: 'failed', code: 'timeout', durationMs: expect.any(Number) });
  expect(outcome.durationMs).toBeLessThan(endsWithinMs);
  expect(bytesRead()).toBeLessThan(8192);
});

const handshake = { record: [0x16, 3, 3, 0, 0x7a], serverHello: [2, 0, 0, 0x76, 3, 3] };

it.each<[name: string, act: Act]>([
  ['never begins', () => {}],
  ['stops within the first record', (socket) => socket.write(Buffer.from(handshake.record))],
  [
    'drips the first record',
    (socket) => {
      socket.write(Buffer.from([...handshake.record, ...handshake.serverHello]));
      drip('', 'x')(socket);
    },
  ],
])('the deadline applies to a TLS handshake that %s', async (_name, act) => {
  const server = await startServer((socket) => socket.once('data', () => act(socket)));
  open.push(server);
  const outcome = await postTo('', { url: `https://127.0.0.1:${server.port}/`, deadlineMs });
  expect(outcome).toEqual({ kind: 'failed', code: 'timeout', durationMs: expect.any(Number) });
  expect(outcome.durationMs).toBeLessThan(endsWithinMs);
  expect(server.connections()).toBe(1);
  expect(bytesRead()).toBeLessThan(8192);
});

it('the deadline applies to a server that never reads', async () => {
  const server = await startServer((socket) => socket.pause());
  const url = `http://127.0.0.1:${server.port}/`;
  const outcome = await postTo('', { url, deadlineMs, body: new Uint8Array(64_000_000) });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'timeout' });
  expect(outcome.durationMs).toBeLessThan(endsWithinMs);
  expect(bytesRead()).toBe(0);
  await server.close();
});

it('the deadline and the shorter connection limit apply to a hanging resolver', async () => {
  const hanging = { url: 'https://hooks.example.com/', resolve: () => new Promise<never>(() => {}) };
  const limits = [
    { connectMs: 100, deadlineMs: 5000 },
    { connectMs: 5000, deadlineMs },
  ];
  for (const limit of limits) {
    const outcome = await postTo('', { ...hanging, ...limit });
    expect(outcome).toMatchObject({ kind: 'failed', code: 'timeout' });
    expect(outcome.durationMs).toBeLessThan(endsWithinMs);
  }
});

it('a half-open connection is a reset before the deadline', async () => {
  const outcome = await postTo((socket) => socket.end(), { deadlineMs: 10_000 });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'reset' });
  expect(outcome.durationMs).toBeLessThan(endsWithinMs);
});
