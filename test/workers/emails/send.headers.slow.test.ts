import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { beforeAll, expect, test } from 'vitest';
import type { Draft } from '#lib/emails/rendering/compose.ts';
import { createEmailLinks } from '#lib/links/links.ts';
import { openSmtp } from '#lib/mail/smtp.ts';
import { composed, draftWith } from '../../support/draft.ts';
import { isWholeTier } from '../../support/tier.ts';
import { sampleEmailIds, workspaceKeys } from '../../support/workspace-keys.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

const mailCount = isWholeTier ? 10_000 : 200;
const fieldCount = 8;
const batchSize = 20;
const recipient = 'ann@example.com';

let server: MailServer;

beforeAll(async () => {
  server = await startMailServer();
});

/** Line ends, addresses and headers, in any order. */
const hostile = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        ...[
          '\r\n',
          '\n',
          '\r',
          '\r\n\r\n',
          '\u2028',
          '\u0085',
          '\u000b',
          '\0',
          '\t',
          ' ',
          '\r\n ',
          '%0d%0a',
          '\\r\\n',
        ],
        ...[
          'Bcc: eve@example.net',
          'To: eve@example.net',
          'Cc:',
          'X-Evil: 1',
          'Content-Type: text/html',
          ':',
          ';',
          ',',
        ],
        ...[
          '<eve@example.net>',
          '"',
          "'",
          '\\',
          '(',
          ')',
          '@',
          '<',
          '>',
          'eve@example.net,',
          '--',
          '.',
          '\r\n.\r\n',
        ],
        ...[
          '=?utf-8?q?=0D=0ABcc:_eve@example.net?=',
          '=?utf-8?B?DQpCY2M6IGV2ZUBleGFtcGxlLm5ldA==?=',
          '=0D=0A',
          '?=',
        ],
        ...[
          '嘊嘍Bcc: eve@example.net',
          'é',
          '😀',
          '\ud800',
          '\u202e',
          'Undisclosed:',
          'x'.repeat(300),
          '{',
          '{{',
          '}}',
          '|',
        ],
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
);

/** A campaign with hostile texts in the eight fields that headers use. */
function draftOf(texts: readonly string[], number: number, links: Draft['links']): Draft {
  const [firstName = '', lastName = '', jobTitle = '', plan = '', name = ''] = texts;
  const [fromName = '', subject = '', id = ''] = texts.slice(5);
  const fields = '{{firstName}}{{lastName}}{{jobTitle}}{{custom.plan}}{{companyName}}';
  const isReply = number % 2 === 1;

  return draftWith({
    variant: { subject: `${subject}${fields}`, bodyText: fields },
    contact: { email: recipient, firstName, lastName, jobTitle, customFields: { plan } },
    company: { ...noCompany, name },
    sender: { fromName, replyTo: 'desk@example.org' },
    thread: isReply ? { subject, messageIds: ['<0@example.org>', id] } : undefined,
    links,
  });
}

const noCompany = {
  domain: null,
  website: null,
  industry: null,
  employeeCount: null,
  country: null,
  city: null,
  linkedinUrl: null,
  phone: null,
  description: null,
};

async function handOver(raw: Buffer): Promise<void> {
  const smtp = { host: '127.0.0.1', port: server.port, secure: false, username: 'sender' };
  const session = await openSmtp(
    { email: 'sam@example.org', smtp },
    { kind: 'password', password: 'secret' },
    'allow',
  );
  const handover = await session.send({ from: 'sam@example.org', to: recipient, raw });
  session.close();
  expect(handover).toEqual({ kind: 'accepted' });
}

const first =
  'content-transfer-encoding content-type date from list-unsubscribe list-unsubscribe-post message-id mime-version references reply-to subject to'.split(
    ' ',
  );
const reply = [...first, 'in-reply-to'].sort();

/** A message's headers and addresses, as two parsers read them. */
function expectOnlyOurs(headers: readonly string[], recipients: readonly string[]): void {
  const found = [...headers].sort();

  expect(found).toEqual(found.includes('in-reply-to') ? reply : first);
  expect(recipients).toEqual([recipient]);
}

test(`no text adds a header or a recipient: ${mailCount} emails with a hostile text in each of ${fieldCount} places`, async () => {
  const links = await createEmailLinks(
    workspaceKeys,
    'https://t.example',
    sampleEmailIds(),
    'ada@example.com',
  );
  const texts = fc.sample(hostile, mailCount);
  // Every text is used in every field once.
  const textAt = (number: number, place: number) =>
    texts[(number + place * (mailCount / fieldCount)) % mailCount] ?? '';
  for (let number = 0; number < mailCount; number += batchSize) {
    await Promise.all(
      Array.from({ length: batchSize }, async (_, at) => {
        const places = Array.from({ length: fieldCount }, (__, place) => textAt(number + at, place));
        await handOver((await composed(draftOf(places, number + at, links))).raw);
      }),
    );
  }

  expect(server.received).toHaveLength(mailCount);
  for (const { from, to, raw } of server.received) {
    const { headers, to: named = [], cc = [], bcc = [] } = await PostalMime.parse(raw);
    expect([from, ...to]).toEqual(['sam@example.org', recipient]);
    expectOnlyOurs(
      headers.map(({ key }) => key),
      [...named, ...cc, ...bcc].map(({ address = '' }) => address),
    );
  }
  const read = readByPython(server.received.map(({ raw }) => raw));
  if (read) expect(read).toHaveLength(mailCount);
  for (const { headers, recipients } of read ?? []) expectOnlyOurs(headers, recipients);
}, 600_000);

interface ReadMail {
  readonly headers: readonly string[];
  readonly recipients: readonly string[];
}

/** Undefined without Python. */
function readByPython(mails: readonly string[]): ReadMail[] | undefined {
  const input = mails.map((raw) => `${Buffer.from(raw).toString('base64')}\n`).join('');
  const script = join(import.meta.dirname, '../support/read-mails.py');
  const { error, stdout } = spawnSync('python3', [script], { input, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (error && 'code' in error && error.code === 'ENOENT') return undefined;

  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
