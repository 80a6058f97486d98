import { readdirSync, readFileSync } from 'node:fs';
import { createRandom, type Random } from '../../fuzz/support/random.ts';
import { ourId } from '../../unit/inbox/messages.ts';
import { replies } from '../replies/layouts.ts';

/** Maximum bytes fetched of a message: lib/mail/imap.ts. */
const bytesMax = 327_680;
/** Real reports of mail systems, if they are available. */
const reports = new URL('../../../../shared/corpus/bounces/', import.meta.url);

function seeds(): Buffer[] {
  const header = `From: MAILER-DAEMON@mx.example\nIn-Reply-To: ${ourId}\nSubject: Re: Hello\n`;
  const types = ['text/plain', 'text/plain; format=flowed; delsp=yes', 'text/html'];
  const own = replies
    .slice(0, 120)
    .map(({ text }, at) => Buffer.from(`${header}Content-Type: ${types[at % types.length]}\n\n${text}`));
  const report = `${header}Content-Type: multipart/report; boundary=b\n\n--b\n\nIt failed.\n--b\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.1.1\n\n--b\nContent-Type: message/rfc822\n\nMessage-ID: ${ourId}\n\n--b--\n`;
  try {
    const real = readdirSync(reports).map((name) => readFileSync(new URL(name, reports)));

    return [...own, Buffer.from(report), ...real];
  } catch {
    return [...own, Buffer.from(report)];
  }
}

const pieces = [
  ...[
    '\n',
    '\n\n',
    '>',
    '> a\n',
    '--b\n',
    '--',
    '<div>',
    '<a href=x>y</a>',
    '&#x41;',
    '=41=\n',
    '=?utf-8?Q?=41?= ',
  ],
  ...[
    'A:\n',
    ' \n',
    '(',
    '"',
    '\0',
    'On a\n',
    'a <b@c.example> wrote:\n',
    'From: a@b.example\nDate: 1\n',
    '______\n',
  ],
  ...[
    'Content-Type: text/html\n\n',
    'Content-Transfer-Encoding: base64\n\n',
    `${ourId} `,
    '5.1.1 ',
    'auto-replied;',
  ],
];

const mutations: readonly ((source: Buffer, other: Buffer, dice: Random) => Buffer)[] = [
  // Replace some bytes.
  (source, _, { below }) => {
    const changed = Buffer.from(source);
    for (let count = 0; count < 20; count++) changed[below(changed.length)] = below(256);

    return changed;
  },
  // Truncate the message.
  (source, _, { below }) => source.subarray(0, below(source.length)),
  // Continue with another message.
  (source, other, { below }) =>
    Buffer.concat([source.subarray(0, below(source.length)), other.subarray(below(other.length))]),
  // Repeat one line many times.
  (source, _, { below }) => {
    const start = source.indexOf('\n', below(source.length)) + 1;
    const end = source.indexOf('\n', start) + 1 || source.length;
    const line = source.subarray(start, end);
    const times = Math.floor(bytesMax / Math.max(line.length, 1));

    return Buffer.concat([
      source.subarray(0, start),
      ...new Array<Buffer>(times).fill(line),
      source.subarray(end),
    ]);
  },
  // Insert a fragment, once or until the maximum size.
  (source, _, { below, chance, pick }) => {
    const at = below(source.length);
    const piece = pick(pieces);
    const inserted = piece.repeat(chance(0.5) ? 1 : Math.floor(bytesMax / piece.length));

    return Buffer.concat([source.subarray(0, at), Buffer.from(inserted), source.subarray(at)]);
  },
];

/** Real and synthetic messages with one to three mutations. Deterministic. */
export function* mutatedMessages(count: number): Generator<Buffer> {
  const chance = createRandom(21);
  const all = seeds();
  for (let made = 0; made < count; made++) {
    let source = chance.pick(all);
    for (let times = 1 + chance.below(3); times > 0 && source.length > 0; times--) {
      source = chance.pick(mutations)(source, chance.pick(all), chance).subarray(0, bytesMax);
    }
    yield source;
  }
}
