import type { Socket } from 'node:net';
import { describeScripts } from './support/describe-scripts.ts';
import { drip, flood } from './support/flood.ts';
import { httpServer } from './support/http-server.ts';
import type { Script } from './support/script.ts';

const kind = 'post';
const soon = { expected: 'too_large', secondsMax: 5 } as const;
/** A request to a webhook endpoint times out after ten seconds. */
const atDeadline = { expected: 'timeout', secondsMax: 13 } as const;
const ok = 'HTTP/1.1 200 OK\r\n';
const manyTokens = JSON.stringify({ access_token: 'x'.repeat(60_000), token_type: 'bearer' });

const scripts: readonly Script[] = [
  {
    name: 'headers without an end',
    kind,
    ...soon,
    serve: httpServer((socket) => floodHeaders(socket)),
  },
  {
    name: 'headers without an end inside TLS',
    kind,
    secure: true,
    ...soon,
    serve: httpServer((socket) => floodHeaders(socket)),
    expected: /^(?:too_large|reset)$/,
  },
  {
    name: 'a header line without an end',
    kind,
    ...soon,
    serve: httpServer((socket) => flood(socket, `${ok}X-A: ${'x'.repeat(65_536)}`)),
  },
  {
    name: 'interim responses without an end',
    kind,
    ...soon,
    serve: httpServer((socket) => flood(socket, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(500))),
  },
  {
    name: 'chunks of one byte without an end',
    kind,
    secondsMax: 5,
    expected: 'answered 200',
    serve: httpServer((socket) => {
      socket.write(`${ok}Transfer-Encoding: chunked\r\n\r\n`);
      flood(socket, '1\r\nx\r\n'.repeat(5000));
    }),
  },
  {
    name: 'chunk extensions without an end',
    kind,
    secondsMax: 5,
    expected: 'answered 200',
    serve: httpServer((socket) => {
      socket.write(`${ok}Transfer-Encoding: chunked\r\n\r\n1;`);
      flood(socket, 'x'.repeat(65_536));
    }),
  },
  {
    name: 'a compressed body',
    kind,
    secondsMax: 5,
    expected: 'answered 200',
    serve: httpServer((socket) => {
      socket.write(`${ok}Content-Encoding: gzip\r\nContent-Length: 1000000000\r\n\r\n`);
      flood(socket, Buffer.alloc(65_536, 7));
    }),
  },
  {
    name: 'bytes that are not HTTP',
    kind,
    ...soon,
    expected: /^(?:too_large|reset)$/,
    serve: httpServer((socket) => flood(socket, Buffer.alloc(65_536, 0xff))),
  },
  {
    name: 'records of TLS that never become a handshake',
    kind,
    secure: true,
    isRaw: true,
    ...soon,
    expected: /^(?:too_large|tls)$/,
    serve: (socket) =>
      flood(socket, Buffer.concat([Buffer.from([0x16, 3, 3, 0x40, 0]), Buffer.alloc(16_384, 1)])),
  },
  {
    name: 'headers of one byte after the other',
    kind,
    ...atDeadline,
    serve: httpServer((socket) => {
      socket.write(ok);
      drip(socket, 'X-A: b\r\n', 100);
    }),
  },
  {
    name: 'a body of one byte after the other',
    kind,
    ...atDeadline,
    serve: httpServer((socket) => {
      socket.write(`${ok}Content-Length: 100000\r\n\r\n`);
      drip(socket, 'x', 100);
    }),
  },
  {
    name: 'a handshake that is not answered',
    kind,
    secure: true,
    isRaw: true,
    ...atDeadline,
    serve: () => undefined,
  },
  {
    name: 'a connection that ends in the middle of a header',
    kind,
    secondsMax: 5,
    expected: 'reset',
    serve: httpServer((socket) => socket.end(`${ok}X-A`)),
  },
  {
    name: 'a redirect to itself',
    kind,
    secondsMax: 5,
    expected: 'answered 302',
    serve: httpServer((socket) => socket.end('HTTP/1.1 302 Found\r\nLocation: /hook\r\n\r\n')),
  },
  {
    name: 'a redirect to itself',
    kind: 'redirect',
    secondsMax: 5,
    expected: '/hook',
    serve: httpServer((socket) => socket.end('HTTP/1.1 302 Found\r\nLocation: /hook\r\n\r\n')),
  },
  {
    name: 'headers without an end',
    kind: 'redirect',
    ...soon,
    serve: httpServer((socket) => floodHeaders(socket)),
  },
  {
    name: 'JSON without an end',
    kind: 'oauth',
    secondsMax: 5,
    expected: 'unreachable',
    serve: httpServer((socket) => {
      socket.write(`${ok}Content-Type: application/json\r\n\r\n`);
      flood(socket, '{"issuer":"'.padEnd(65_536, 'x'));
    }),
  },
  {
    name: 'JSON that is nested 30,000 times',
    kind: 'oauth',
    secondsMax: 5,
    expected: 'unreachable',
    serve: httpServer((socket) =>
      socket.end(`${ok}Content-Type: application/json\r\n\r\n${'['.repeat(30_000)}${']'.repeat(30_000)}`),
    ),
  },
  {
    name: 'JSON of one byte after the other',
    kind: 'oauth',
    secondsMax: 8,
    expected: 'unreachable',
    serve: httpServer((socket) => {
      socket.write(`${ok}Content-Type: application/json\r\n\r\n`);
      drip(socket, '{"issuer":"', 100);
    }),
  },
  {
    name: 'a redirect',
    kind: 'oauth',
    secondsMax: 5,
    expected: 'unreachable',
    serve: httpServer((socket) => socket.end('HTTP/1.1 302 Found\r\nLocation: /hook\r\n\r\n')),
  },
  {
    name: 'an access token of 60,000 characters',
    kind: 'oauth',
    secondsMax: 5,
    expected: 'unreachable',
    serve: provider(manyTokens),
  },
  {
    name: 'tokens that are valid for longer than a date can be',
    kind: 'oauth',
    secondsMax: 5,
    expected: 'tokens for 86400 s',
    serve: provider('{"access_token":"x","token_type":"bearer","expires_in":1e308}'),
  },
];

function floodHeaders(socket: Socket): void {
  socket.write(ok);
  flood(socket, 'X-A: b\r\n'.repeat(500));
}

/** A provider with valid discovery metadata. */
function provider(tokens: string): (socket: Socket) => void {
  return httpServer((socket, head) => {
    const [, host = ''] = /host: (\S+)/i.exec(head) ?? [];
    const issuer = `http://${host}`;
    const found = JSON.stringify({ issuer, token_endpoint: `${issuer}/token` });
    socket.end(`${ok}Content-Type: application/json\r\n\r\n${head.startsWith('GET') ? found : tokens}`);
  });
}

describeScripts('an HTTP server', scripts);
