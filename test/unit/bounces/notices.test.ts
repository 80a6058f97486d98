import { describe, expect, test } from 'vitest';
import { readBounces } from '#lib/bounces/read-bounces.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';
import { classificationOf, crlf, kindOf, ourId, ours } from '../inbox/messages.ts';

const address = 'ann@example.com';
const from = 'Mail Delivery System <MAILER-DAEMON@mx.example>';
const original = `To: ${address}\nSubject: Hello\nMessage-ID: ${ourId}`;

const notice = (words: string, header = `From: ${from}\nSubject: Undeliverable mail`) =>
  `${header}\n\n${words}\n\n----- Original message -----\n${original}\n`;
const fields = (group: string, words = 'Not delivered.', returned = original) =>
  `From: ${from}\nSubject: Undeliverable mail\nContent-Type: multipart/report; boundary=b\n\n--b\nContent-Type: text/plain\n\n${words}\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n${group}\n\n--b\nContent-Type: message/rfc822\n\n${returned}\n\n--b--\n`;

describe('The line of the address decides, not its label:', () => {
  test.each([
    [
      'a full mailbox',
      'mailbox_full',
      'Undeliverable Address: ann@example.com\n\nReason: The recipient is over disk quota.',
    ],
    ['a full mailbox', 'mailbox_full', 'Bad address: ann@example.com\nThe mailbox is full.'],
    ['a limit', 'rate_limited', 'Invalid recipients:\n\nann@example.com\nToo many messages per hour.'],
    ['a policy', 'policy', 'Rejected recipient(s): <ann@example.com>\n550 5.7.1 Denied by policy'],
    [
      'a reply in an older notice of Zoho',
      'undetermined',
      'ann@example.com Invalid Address, ERROR_CODE :554, ERROR_CODE :Not now',
    ],
    ['no reason', 'undetermined', 'Undeliverable address: ann@example.com\n\nPlease call us.'],
  ])('%s is soft', async (_, reason, words) => {
    expect(await classificationOf(notice(words))).toMatchObject({
      kind: 'soft_bounce',
      bounces: [{ reason, addresses: [address] }],
    });
  });

  test.each([
    [
      'a note about the attachment',
      `<${address}>:\n550 No such user\n\nAttachment is a copy of the message.`,
    ],
    [
      'a command of the session',
      `<${address}>\n\nMAIL FROM:<sam@sender.example> SIZE=900\n<<< 550 No such user`,
    ],
    [
      'the name of a product',
      `Message from Example Internet Security and Virus Gateway\n\n${address} - no such user here.`,
    ],
    ['the note of a scanner', `${address}: no such user\n\nThis message was scanned for viruses and spam.`],
    [
      'advice of Outlook.com',
      `${address}\nCheck the policy of the recipient.\n\n${address}\nRemote Server returned '550 5.1.1 RESOLVER.ADR.RecipNotFound; not found'`,
    ],
    [
      'the text of another line',
      `local delivery: unknown user: ann\n554 <${address}>... Service unavailable`,
    ],
  ])('%s does not hide an unknown user', async (_, words) => {
    expect(await classificationOf(notice(words))).toMatchObject({
      kind: 'hard_bounce',
      bounces: [{ reason: 'address_unknown', addresses: [address], diagnostic: expect.any(String) }],
    });
  });

  test('a continued line that begins with another address is no second recipient', async () => {
    const words = `<${address}>: host mx.example.com[192.0.2.1] said: 550 5.1.1\n    <sam@sender.example>: unauthorized sender (in reply to RCPT TO command)`;

    expect(await classificationOf(notice(words))).toMatchObject({
      kind: 'soft_bounce',
      bounces: [{ addresses: [address], reason: 'authentication' }],
    });
  });

  test('the text about the recipient is more specific than a status without words', async () => {
    const group = `Final-Recipient: rfc822; ${address}\nAction: failed\nStatus: 5.7.1`;

    expect(await classificationOf(fields(group, `<${address}>: no such user here`))).toMatchObject({
      kind: 'hard_bounce',
      bounces: [{ enhancedCode: '5.7.1', diagnostic: `<${address}>: no such user here` }],
    });
  });

  test('two recipients of one notice have their own reasons', async () => {
    const words = `<${address}>:\nmailbox is full\n\n<bob@example.com>:\nno such user\n`;
    expect(await classificationOf(notice(words))).toMatchObject({
      kind: 'hard_bounce',
      bounces: [{ addresses: ['bob@example.com'], reason: 'address_unknown' }],
    });
  });
});

test.each([
  ['no code', `<${address}>:\nno such user`, { smtpCode: null, enhancedCode: null }],
  ['an enhanced code', `<${address}>:\nno such user (#5.1.1)`, { smtpCode: null, enhancedCode: '5.1.1' }],
  ['a reply', `<${address}>:\n550 5.1.1 no such user`, { smtpCode: 550, enhancedCode: '5.1.1' }],
  ['a reply elsewhere', `550 5.1.1 no such user\n\n<${address}>`, { smtpCode: 550, enhancedCode: '5.1.1' }],
])('a notice with %s reports the codes and the words that decided', async (_, words, codes) => {
  expect(await classificationOf(notice(words))).toMatchObject({
    kind: 'hard_bounce',
    bounces: [{ ...codes, diagnostic: expect.stringContaining('no such user') }],
  });
});

test('recipients without an empty line between their fields have their own addresses and reasons', async () => {
  const of = (original: string, final: string, status: string) =>
    `Original-Recipient: rfc822;${original}\nFinal-Recipient: rfc822;${final}\nAction: failed\nStatus: ${status}`;
  const raw = fields(
    [
      of('bob@example.com', 'bob@example.com', '5.2.2'),
      of(address, 'forwarded@else.example', '5.1.1'),
      ...Array.from({ length: 18 }, (_, at) => of(`${at}@example.com`, `${at}@else.example`, '5.1.1')),
    ].join('\n'),
  );

  expect(await classificationOf(raw)).toMatchObject({
    kind: 'hard_bounce',
    bounces: [
      { addresses: ['forwarded@else.example', address] },
      ...Array.from({ length: 18 }, (_, at) => ({ addresses: [`${at}@else.example`, `${at}@example.com`] })),
    ],
  });
});

describe('The address of a recipient is read', () => {
  test.each([
    'rfc822;ann@example.com',
    'rfc/822;ann@example.com',
    'rfc822; rfc822;ann@example.com',
    'ann@example.com...',
    '<ann@example.com>.',
    'RFC822; <Ann@Example.com>',
    'utf-8; ann@example.com',
  ])('from the field %s', async (value) => {
    const raw = fields(`Final-Recipient: ${value}\nAction: failed\nStatus: 5.1.1`);

    expect(await classificationOf(raw)).toMatchObject({
      kind: 'hard_bounce',
      bounces: [{ addresses: [address] }],
    });
  });

  test.each([
    '*ann@example.com: no such user',
    'ann@example.comReason: no such user',
    'ann@example.com.The user is unknown: unknown user',
    '`ann@example.com`: no such user',
    'Delivery failed 20 attempts: ann@example.com no such user',
    'rfc/822;ann@example.com no such user',
    'Final recipient of this message: <ann@example.com>... User unknown',
  ])('from the text «%s»', async (words) => {
    expect(await classificationOf(notice(words))).toMatchObject({
      kind: 'hard_bounce',
      bounces: expect.arrayContaining([
        expect.objectContaining({ isHard: true, addresses: expect.arrayContaining([address]) }),
      ]),
    });
  });

  test('from the returned message if a word is attached to it', async () => {
    expect(await classificationOf(notice('ann@example.comuser unknown: no such user'))).toMatchObject({
      kind: 'hard_bounce',
      bounces: [{ addresses: ['ann@example.comuser', address] }],
    });
  });

  test.each([
    'From: sam@sender.example',
    'Please contact: postmaster@mx.example',
    'Reply-To: help@mx.example',
  ])('but not from the line «%s»', async (line) => {
    expect(await classificationOf(notice(`${line}\n\n<${address}>: no such user`))).toMatchObject({
      bounces: [{ addresses: [address] }],
    });
  });
});

describe('A message without a sender', () => {
  const person = (subject: string, text: string, header = '') =>
    `From: <>\nSubject: ${subject}\nIn-Reply-To: ${ourId}\n${header}\n${text}\n`;

  test.each([
    ['Re: unknown user in our list', 'Yes, ann@example.com is an unknown user. Call bob@example.com.'],
    ['unknown user', 'I am still here.'],
    ['Re: Hello', 'user unknown'],
  ])('that a person wrote is not a bounce: %s', async (subject, text) => {
    expect(await kindOf(person(subject, text))).not.toMatch(/bounce/);
  });

  test.each([
    ['its subject', person('Undelivered Mail Returned to Sender', `<${address}>: user unknown`)],
    ['a server’s reply', person('Hello', `<${address}>: 550 5.1.1 user unknown`)],
    [
      'the returned message',
      person('Hello', `<${address}>: user unknown\n\n----- Original message -----\n${original}`),
    ],
    [
      'a note about automation',
      person('Hello', `<${address}>: user unknown`, 'Auto-Submitted: auto-replied\n'),
    ],
  ])('that is a report by %s is a bounce', async (_, raw) => {
    expect(await classificationOf(raw)).toMatchObject({
      kind: 'hard_bounce',
      bounces: [{ mentions: [ours] }],
    });
  });
});

test.each([
  ['addresses', `${address} `],
  ['labels', 'Undeliverable address: '],
  ['words of labels', 'a b c d e f g h '],
  ['attached copies', 'attached copy '],
  ['domains', 'ann@a.b.c.d.e.f.'],
  ['commands', 'MAIL FROM: <a@b.example> SIZE=1 '],
  ['lines', `<${address}>:\n550 5.1.1 x\n\n`],
])('a notice of 64 KB of repeated %s is read within 150 ms', (_, part) => {
  const text = crlf(part.repeat(70_000 / part.length));
  const message = { from, fromName: '', subject: '', messageId: '', headers: new Map(), html: undefined };
  const rest = { attachments: [], cc: [], isTruncated: false, attachedTexts: undefined };

  expect(cpuTimeOf(() => readBounces({ ...message, ...rest, text }))).toBeLessThan(150);
});
