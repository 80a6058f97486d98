import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classify } from '#lib/inbox/classify.ts';
import { replySnippet } from '#lib/inbox/reply-snippet.ts';
import { readHeaderBytes, readMessage } from '#lib/mail/received-message.ts';
import { extractReplyContent } from '#lib/replies/content.ts';
import { measureCpuTime } from '../../support/cpu-time.ts';
import { isWholeTier } from '../../support/tier.ts';
import { crlf, ourId } from './messages.ts';

/** Maximum bytes fetched of a message. */
const bytesMax = 327_680;

/** Valid and invalid parts of messages. */
const pieces = fc.constantFrom(
  ...[
    '--b',
    '--b--',
    '--c',
    '--',
    '',
    '>',
    '\t',
    '=',
    '=?',
    '?=',
    '=?utf-8?B?////?=',
    '=?utf-8?Q?=E2=82?=',
    '.',
  ],
  ...[
    'Content-Type: multipart/mixed; boundary=b',
    'Content-Type: multipart/report; boundary="b"; report-type=delivery-status',
  ],
  ...[
    'Content-Type: multipart/alternative; boundary=c',
    'Content-Type: message/rfc822',
    'Content-Type: text/html; charset=utf-7',
  ],
  ...[
    'Content-Type: message/delivery-status',
    'Content-Type: text/plain; charset=iso-2022-jp',
    'Content-Type: ;;;==;',
  ],
  ...["Content-Type: text/plain; charset*0*=utf-8''%00; charset*1=\"x", 'Content-Transfer-Encoding: base64'],
  ...[
    'Content-Transfer-Encoding: quoted-printable',
    'Content-Transfer-Encoding: x-uuencode',
    'Subject: \u0000\u202e',
  ],
  ...[
    'Final-Recipient: rfc822; ann@example.com',
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 x',
  ],
  ...[
    `In-Reply-To: ${ourId}`,
    `References: ${ourId}`,
    `Message-ID: ${ourId}`,
    'From: "a" <b@c.example>, (((',
    'From: @,;:<>',
  ],
  ...[
    'Hi. This is the qmail-send program',
    '<ann@example.com>:',
    '--- Below this line is a copy of the message.',
  ],
  ...[
    '<div><p>&#x110000;<![CDATA[',
    '<style>',
    '</',
    '<!--',
    'On Monday, Sam wrote:',
    'begin 644 x',
    'From: x\nSent: y',
  ],
);
const line = fc.oneof(
  { weight: 6, arbitrary: pieces },
  fc.string({ unit: 'binary', maxLength: 90 }),
  fc.stringMatching(/^[A-Za-z0-9+/=]{0,76}$/),
);
const message = fc.array(line, { maxLength: 200 }).map((lines) => Buffer.from(crlf(lines.join('\n'))));

test('classifies a message of any content without an error', async () => {
  await fc.assert(
    fc.asyncProperty(message, async (source) => {
      const mail = (await readMessage(source)) ?? (await readMessage(readHeaderBytes(source)));
      if (!mail) return;
      expect(['reply', 'auto_reply', 'hard_bounce', 'soft_bounce', 'other']).toContain(classify(mail).kind);
      expect(replySnippet(extractReplyContent(mail).text).length).toBeLessThanOrEqual(200);
    }),
    { numRuns: isWholeTier ? 20_000 : 2000 },
  );
}, 120_000);

const filled = (part: string, before = '') =>
  Buffer.from(crlf(`${before}${part.repeat(Math.ceil((bytesMax - before.length) / part.length))}`)).subarray(
    0,
    bytesMax,
  );
const head = `From: a@b.example\nIn-Reply-To: ${ourId}\nContent-Type: `;
const nested = Array.from(
  { length: 4000 },
  (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n`,
).join('');

describe('A message of the maximum size is classified within a second if it consists', () => {
  test.each([
    ['of parts only', filled('--b\n\n', `${head}multipart/mixed; boundary=b\n\n`)],
    ['of nested parts', filled(nested, 'From: a@b.example\n')],
    ['of nested messages', filled('Content-Type: message/rfc822\n\n', 'From: a@b.example\n')],
    ['of header fields only', filled('X-A: b\n')],
    ['of one header field', filled('a', 'Subject: ')],
    ['of one folded header field', filled(' a\n', 'References: x\n')],
    ['of our ids', filled(`${ourId}\n `, `From: a@b.example\nReferences: `)],
    ['of half of our ids', filled(`${ourId.slice(0, 70)}\n `, 'From: a@b.example\nReferences: ')],
    ['of nested encoded words', filled('=?utf-8?Q?=41?= ', 'From: a@b.example\nSubject: ')],
    ['of addresses', filled('"a" <a@b.example>, ', 'From: ')],
    ['of open brackets', filled('(', 'From: ')],
    ['of parameters', filled("a*0*=x'y'%41; ", `${head}text/plain; `)],
    ['of one line', filled('a', `${head}text/plain\n\n`)],
    ['of quotes', filled('> a\n', `${head}text/plain\n\n`)],
    ['of lines that almost begin a quote', filled('On a wrote\n', `${head}text/plain\n\n`)],
    ['of blanks', filled(' ', `${head}text/plain\n\n`)],
    ['of markup', filled('<div>', `${head}text/html\n\n`)],
    ['of references', filled('&#x41;', `${head}text/html\n\n`)],
    [
      'of base64',
      filled(`${'QUFB'.repeat(19)}\n`, `${head}text/plain\nContent-Transfer-Encoding: base64\n\n`),
    ],
    [
      'of encoded lines',
      filled('=41=\n', `${head}text/plain\nContent-Transfer-Encoding: quoted-printable\n\n`),
    ],
    [
      'of recipients',
      filled(
        'Final-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.1.1\n\n',
        `From: a@b.example\nContent-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n`,
      ),
    ],
    [
      'of paragraphs in qmail’s form',
      filled('<a@b.example>:\nno\n\n', 'From: a@b.example\n\nHi. This is the qmail-send\n\n'),
    ],
  ])('%s', async (_, source) => {
    const { ms } = await measureCpuTime(async () => {
      const mail = (await readMessage(source)) ?? (await readMessage(readHeaderBytes(source)));
      if (mail) extractReplyContent({ ...mail, subject: classify(mail).kind });
    });

    expect(ms).toBeLessThan(1000);
  });
});
