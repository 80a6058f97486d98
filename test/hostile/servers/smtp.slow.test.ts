import { describeScripts } from './support/describe-scripts.ts';
import { drip, flood } from './support/flood.ts';
import type { Script } from './support/script.ts';
import { smtpServer } from './support/smtp-server.ts';

const kind = 'smtp';
const soon = { expected: 'limit_exceeded', secondsMax: 5 } as const;
const atDeadline = { expected: 'unreachable', secondsMax: 9 } as const;

const scripts: readonly Script[] = [
  {
    name: 'a greeting without an end',
    kind,
    ...soon,
    serve: smtpServer({ greeting: (socket) => flood(socket, '220-welcome\r\n'.repeat(1000)) }),
  },
  {
    name: 'a line without an end',
    kind,
    ...soon,
    serve: smtpServer({ greeting: (socket) => flood(socket, `220 ${'x'.repeat(65_536)}`) }),
  },
  {
    name: '6 MB of bare newlines',
    kind,
    ...soon,
    serve: smtpServer({ ehlo: (socket) => flood(socket, '\n'.repeat(1_048_576), 6) }),
  },
  {
    name: 'bare newlines inside TLS',
    kind,
    secure: true,
    ...soon,
    serve: smtpServer({ ehlo: (socket) => flood(socket, '\n'.repeat(1_048_576), 6) }),
  },
  {
    name: '250 KB of bare newlines inside TLS, within the budget of bytes',
    kind,
    ...soon,
    secure: true,
    serve: smtpServer({ ehlo: (socket) => socket.write('\n'.repeat(250_000)) }),
  },
  {
    name: 'a reply to EHLO of endless lines',
    kind,
    ...soon,
    serve: smtpServer({ ehlo: (socket) => flood(socket, '250-PIPELINING\r\n'.repeat(1000)) }),
  },
  {
    name: 'a login that is accepted with an endless reply',
    kind,
    ...soon,
    serve: smtpServer({ auth: (socket) => flood(socket, '235-welcome\r\n'.repeat(1000)) }),
  },
  {
    name: 'NUL bytes',
    kind,
    ...soon,
    serve: smtpServer({ ehlo: (socket) => flood(socket, Buffer.alloc(65_536)) }),
  },
  {
    name: 'unsolicited replies',
    kind,
    ...soon,
    expected: /^(?:accepted|unreachable|limit_exceeded)$/,
    serve: smtpServer({ ehlo: (socket) => flood(socket, '250 ok\r\n'.repeat(5000)) }),
  },
  {
    name: 'an endless reply to RCPT',
    kind,
    ...soon,
    expected: 'send_failure limit_exceeded',
    serve: smtpServer({ rcpt: (socket) => flood(socket, '250-fine\r\n'.repeat(1000)) }),
  },
  {
    name: 'an endless reply to the message',
    kind,
    ...soon,
    expected: 'unknown',
    serve: smtpServer({ message: (socket) => flood(socket, '250-fine\r\n'.repeat(1000)) }),
  },
  {
    name: 'records of TLS that never become a handshake',
    kind,
    secure: true,
    ...soon,
    expected: /^(?:unreachable|limit_exceeded)$/,
    isRaw: true,
    // A handshake message with a header that announces 16 MB, in records of 16 KB.
    serve: (socket) => {
      socket.write(Buffer.from([0x16, 3, 3, 0, 4, 0x02, 0xff, 0xff, 0xff]));
      flood(socket, Buffer.concat([Buffer.from([0x16, 3, 3, 0x40, 0]), Buffer.alloc(16_384, 1)]));
    },
  },
  {
    name: 'plain replies injected after STARTTLS',
    kind,
    ...soon,
    expected: /^(?:unreachable|limit_exceeded)$/,
    serve: smtpServer({
      ehlo: (socket) => socket.write('250-mx.example.net\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n'),
      starttls: (socket) => flood(socket, `220 go on\r\n250 AUTH PLAIN\r\n${'250 ok\r\n'.repeat(1000)}`),
    }),
  },
  {
    name: 'a greeting of one byte after the other',
    kind,
    ...atDeadline,
    serve: smtpServer({ greeting: (socket) => drip(socket, '220-welcome\r\n', 100) }),
  },
  {
    name: 'no greeting',
    kind,
    ...atDeadline,
    serve: smtpServer({ greeting: () => undefined }),
  },
  {
    name: 'a message that is not read',
    kind: 'smtpLarge',
    ...atDeadline,
    expected: 'unknown',
    // The message is in memory, and once more in the send buffer.
    megabytesMax: 96,
    serve: smtpServer({
      data: (socket) => {
        socket.write('354 go on\r\n');
        socket.pause();
      },
    }),
  },
  {
    name: 'a connection that ends in the middle of a reply',
    kind,
    ...soon,
    expected: 'unreachable',
    serve: smtpServer({ ehlo: (socket) => socket.end('250-mx.exam') }),
  },
];

describeScripts('an SMTP server', scripts);
