import { describeScripts } from './support/describe-scripts.ts';
import { drip, flood } from './support/flood.ts';
import type { Script } from './support/script.ts';

const scripts: readonly Script[] = [
  {
    name: 'records of TLS that never become a handshake',
    kind: 'detect',
    secure: true,
    isRaw: true,
    expected: 'undefined',
    secondsMax: 7,
    serve: (socket) =>
      flood(socket, Buffer.concat([Buffer.from([0x16, 3, 3, 0x40, 0]), Buffer.alloc(16_384, 1)])),
  },
  {
    name: 'a greeting of one byte after the other',
    kind: 'detectSmtp',
    secure: true,
    expected: 'undefined',
    secondsMax: 7,
    serve: (socket) => drip(socket, '220-welcome\r\n', 100),
  },
  {
    name: 'a greeting without an end',
    kind: 'detectSmtp',
    secure: true,
    expected: 'undefined',
    secondsMax: 7,
    serve: (socket) => flood(socket, '220-welcome\r\n'.repeat(1000)),
  },
];

describeScripts('a mail server that is detected when a mailbox is connected', scripts);
