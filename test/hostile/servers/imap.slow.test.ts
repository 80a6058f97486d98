import { describeScripts } from './support/describe-scripts.ts';
import { drip, flood } from './support/flood.ts';
import { headerOf, imapServer } from './support/imap-server.ts';
import type { Script } from './support/script.ts';

const soon = { expected: 'limit_exceeded', secondsMax: 8 } as const;
const atDeadline = { expected: 'unreachable', secondsMax: 14 } as const;
const heads = 'imapHeads';
const open = 'imapOpen';

const large = headerOf(7, `Subject: ${'x'.repeat(1_000_000)}\r\n\r\n`);
const window = Array.from({ length: 100 }, (_, uid) => headerOf(uid + 1)).join('');
const wholeWindow = Array.from({ length: 100 }, (_, uid) =>
  headerOf(uid + 1, 'X: y\r\n'.repeat(10_922)),
).join('');

const scripts: readonly Script[] = [
  {
    name: 'a greeting without an end',
    kind: open,
    ...soon,
    serve: imapServer({ greeting: (socket) => flood(socket, `* OK ${'x'.repeat(65_536)}`) }),
  },
  {
    name: 'capabilities without an end',
    kind: open,
    ...soon,
    serve: imapServer({
      login: (socket) => flood(socket, '* CAPABILITY IMAP4rev1 X-A X-B X-C\r\n'.repeat(500)),
    }),
  },
  {
    name: 'tiny untagged responses instead of a login',
    kind: open,
    ...soon,
    serve: imapServer({ login: (socket) => flood(socket, '* 1 EXISTS\r\n'.repeat(5000)) }),
  },
  {
    name: 'tiny untagged responses inside TLS',
    kind: heads,
    secure: true,
    ...soon,
    serve: imapServer({ fetch: (socket) => flood(socket, '* 1 EXISTS\r\n'.repeat(5000)) }),
    cpuSecondsMax: 4,
  },
  {
    name: 'tiny untagged responses in a FETCH',
    kind: heads,
    ...soon,
    serve: imapServer({ fetch: (socket) => flood(socket, '* 1 EXISTS\r\n'.repeat(5000)) }),
    cpuSecondsMax: 4,
  },
  {
    name: 'responses behind a literal that only clients may announce',
    kind: heads,
    ...soon,
    serve: imapServer({
      fetch: (socket) => {
        socket.write('* OK {1000000+}\r\n');
        flood(socket, '* 1 EXISTS\r\n'.repeat(5000));
      },
    }),
    cpuSecondsMax: 4,
  },
  {
    name: 'headers of 1 MB in an endless FETCH',
    kind: heads,
    ...soon,
    serve: imapServer({ fetch: (socket) => flood(socket, large) }),
  },
  {
    name: 'the same headers repeatedly',
    kind: heads,
    ...soon,
    serve: imapServer({ fetch: (socket) => flood(socket, window) }),
    cpuSecondsMax: 4,
  },
  {
    name: 'a window of the largest headers',
    kind: heads,
    secondsMax: 8,
    expected: 'read 100',
    serve: imapServer({ fetch: (socket, tag) => socket.write(`${wholeWindow}${tag} OK done\r\n`) }),
  },
  {
    name: 'an inbox of the largest headers without an end',
    kind: 'imapInbox',
    ...soon,
    secondsMax: 14,
    expected: /^(?:limit_exceeded|unreachable)$/,
    serve: imapServer({
      examine: (socket, tag) =>
        socket.write(`* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT 4294967295] ok\r\n${tag} OK done\r\n`),
      fetch: (socket, tag, line) => {
        const first = Number(/FETCH (\d+):/.exec(line)?.[1]);
        for (let uid = first; uid < first + 100; uid += 1) {
          socket.write(headerOf(uid, 'X: y\r\n'.repeat(10_922)));
        }
        socket.write(`${tag} OK done\r\n`);
      },
    }),
    cpuSecondsMax: 8,
  },
  {
    name: 'four billion messages that do not exist',
    kind: 'imapInbox',
    ...atDeadline,
    expected: /^(?:limit_exceeded|unreachable)$/,
    serve: imapServer({
      examine: (socket, tag) =>
        socket.write(
          `* 4294967295 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT 4294967295] ok\r\n${tag} OK done\r\n`,
        ),
      fetch: (socket, tag) => socket.write(`${tag} OK done\r\n`),
    }),
    cpuSecondsMax: 8,
  },
  {
    name: 'a UIDNEXT of 64 bits',
    kind: 'imapInbox',
    expected: 'unreachable',
    secondsMax: 5,
    serve: imapServer({
      examine: (socket, tag) =>
        socket.write(
          `* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT 18446744073709551615] ok\r\n${tag} OK done\r\n`,
        ),
    }),
  },
  {
    name: 'no UIDNEXT and no number of messages',
    kind: open,
    expected: 'unreachable',
    secondsMax: 5,
    serve: imapServer({ examine: (socket, tag) => socket.write(`${tag} OK done\r\n`) }),
  },
  {
    name: 'UIDs that decrease, repeat and are outside the requested range',
    kind: heads,
    expected: 'read 2',
    secondsMax: 5,
    serve: imapServer({
      fetch: (socket, tag) =>
        socket.write(
          `${[9, 3, 3, 9, 101, 4_294_967_295].map((uid) => headerOf(uid)).join('')}${tag} OK done\r\n`,
        ),
    }),
  },
  {
    name: 'a literal that announces a gigabyte',
    kind: heads,
    ...soon,
    serve: imapServer({
      fetch: (socket) => socket.write('* 1 FETCH (UID 1 BODY[HEADER]<0> {1000000000}\r\n'),
    }),
  },
  {
    name: 'a literal that ends before its length',
    kind: heads,
    expected: 'unreachable',
    secondsMax: 5,
    serve: imapServer({
      fetch: (socket) => socket.end('* 1 FETCH (UID 1 BODY[HEADER]<0> {60000}\r\nSubject'),
    }),
  },
  {
    name: 'a literal that arrives byte by byte',
    kind: heads,
    ...atDeadline,
    serve: imapServer({
      fetch: (socket) => {
        socket.write('* 1 FETCH (UID 1 BODY[HEADER]<0> {60000}\r\n');
        drip(socket, 'x', 50);
      },
    }),
  },
  {
    name: 'nested parentheses',
    kind: heads,
    ...soon,
    expected: /^(?:limit_exceeded|unreachable)$/,
    serve: imapServer({ fetch: (socket) => flood(socket, `* 1 FETCH ${'('.repeat(90_000)}\r\n`) }),
    cpuSecondsMax: 4,
  },
  {
    name: 'NUL bytes',
    kind: heads,
    ...soon,
    serve: imapServer({ fetch: (socket) => flood(socket, Buffer.alloc(65_536)) }),
  },
  {
    name: 'BYE in the middle of a FETCH',
    kind: heads,
    expected: 'unreachable',
    secondsMax: 5,
    serve: imapServer({ fetch: (socket) => socket.end(`${headerOf(1)}* BYE enough\r\n`) }),
  },
  {
    name: 'silence after the login',
    kind: open,
    ...atDeadline,
    serve: imapServer({ examine: () => undefined }),
  },
  {
    name: 'search results without an end',
    kind: 'imapSince',
    ...soon,
    serve: imapServer({ search: (socket) => flood(socket, `* SEARCH ${'12345 '.repeat(10_000)}\r\n`) }),
    cpuSecondsMax: 4,
  },
  {
    name: 'folders without an end',
    kind: 'imapSent',
    ...soon,
    serve: imapServer({ list: (socket) => flood(socket, '* LIST () "/" "a folder"\r\n'.repeat(1000)) }),
    cpuSecondsMax: 5,
  },
  {
    name: 'folders without an end that may contain answers',
    kind: 'imapFolders',
    ...soon,
    serve: imapServer({ list: (socket) => flood(socket, '* LIST () "/" "a folder"\r\n'.repeat(1000)) }),
    cpuSecondsMax: 5,
  },
  {
    name: 'two thousand folders',
    kind: 'imapFolders',
    expected: 'read 50',
    secondsMax: 9,
    serve: imapServer({
      list: (socket, tag) => {
        const folders = Array.from({ length: 2000 }, (_, index) => `* LIST () "/" "folder ${index}"\r\n`);
        socket.write(`${folders.join('')}${tag} OK done\r\n`);
      },
    }),
    cpuSecondsMax: 5,
  },
  {
    name: 'a message three times as long as requested',
    kind: 'imapSource',
    expected: 'read true',
    secondsMax: 5,
    serve: imapServer({
      fetch: (socket, tag) =>
        socket.write(`* 1 FETCH (UID 1 BODY[]<0> {900000}\r\n${'x'.repeat(900_000)})\r\n${tag} OK done\r\n`),
    }),
  },
  {
    name: 'an endless sequence of messages instead of one',
    kind: 'imapSource',
    ...soon,
    serve: imapServer({
      fetch: (socket) => flood(socket, `* 1 FETCH (UID 1 BODY[]<0> {900000}\r\n${'x'.repeat(900_000)})\r\n`),
    }),
  },
  {
    name: 'an endless sequence of messages instead of one, after twenty short responses',
    ...soon,
    kind: 'imapSourceLast',
    serve: imapServer({
      fetch: (socket, tag, line) => {
        if (line.includes('HEADER')) socket.write(`${headerOf(1)}${tag} OK done\r\n`);
        else flood(socket, `* 1 FETCH (UID 1 BODY[]<0> {900000}\r\n${'x'.repeat(900_000)})\r\n`);
      },
    }),
  },
];

describeScripts('a server with an inbox that is read', scripts);
