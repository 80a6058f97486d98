import { expect, test } from 'vitest';
import { replySnippet } from '#lib/inbox/reply-snippet.ts';
import { readMessage } from '#lib/mail/received-message.ts';
import { stripQuotedReply } from '#lib/replies/text/strip-quoted-reply.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';

const snippetOf = (text: string) => replySnippet(stripQuotedReply(text));

test.each([
  [
    'is the text above a quotation',
    'Yes.\n\nOn Mon, 3 Jun 2030 at 10:00, Sam <s@x.example> wrote:\n> Hi',
    'Yes.',
  ],
  [
    'is the text above an attribution on two lines',
    'Yes.\n\nOn Mon, 3 Jun 2030 at 10:00, Sam\n<s@x.example> wrote:\n> Hi',
    'Yes.',
  ],
  [
    'is the text below a quotation',
    'On Monday, Sam\n<s@x.example> wrote:\n> Hi\n> Sam\n\nYes.\nAnn',
    'Yes. Ann',
  ],
  ['is empty for a quotation without marks', 'On Monday at 10:00, Sam wrote:\nHi', ''],
  ['in German', 'Gern.\n\nAm 03.06.2030 um 10:00 schrieb Sam:\n> Hi', 'Gern.'],
  ['in French', 'Oui.\n\nLe lun. 3 juin 2030 à 10:00, Sam a écrit :\n> Hi', 'Oui.'],
  ['in Russian', 'Да.\n\n3 июня 2030 г. Sam написал:\n> Hi', 'Да.'],
  ['excludes a quotation of Outlook', 'Yes.\n\nFrom: Sam\nSent: Monday\nTo: Ann\n\nHi', 'Yes.'],
  ['excludes a quotation of Outlook in German', 'Ja.\n\n-----Ursprüngliche Nachricht-----\nVon: Sam', 'Ja.'],
  ['includes text between quoted lines', '> Shall we?\nYes.\n> When?\nToday.', 'Yes. Today.'],
  ['is on one line', 'Dear Sam,\r\n\r\n  yes.\t\r\n', 'Dear Sam, yes.'],
  ['has no control characters', 'Y\u0000e\u200bs', 'Y e s'],
  ['is empty for an empty reply', '', ''],
])('The snippet of a reply %s', (_, text, words) => {
  expect(snippetOf(text)).toBe(words);
});

test('An answer between flowed quoted lines is not joined to the quotation', async () => {
  const header = 'From: ann@example.com\nContent-Type: text/plain; format="flowed"; charset=utf-8\n\n';
  const text =
    'On Mon, 3 Jun 2030, Sam wrote:\n> Shall we talk \nYes, gladly. \n> about it?\nCall me \ntomorrow.\n';
  const mail = await readMessage(Buffer.from(header + text));

  expect(snippetOf(mail?.text ?? '')).toBe('Yes, gladly. Call me tomorrow.');
});

test('The snippet of a reply is limited to 200 characters, and shows that the text continues', () => {
  const sentence = `${'Please also state what it costs. '.repeat(5)}Could we talk on Thursday at`;

  expect(replySnippet(`${sentence} half-past-ten? Best regards`)).toBe(`${sentence}…`);
  expect(replySnippet('x'.repeat(200))).toBe('x'.repeat(200));
  expect(replySnippet('x'.repeat(500))).toBe(`${'x'.repeat(199)}…`);
  expect(replySnippet(`${'x'.repeat(198)}😀 and more`)).toBe(`${'x'.repeat(198)}…`);
});

test.each([
  ['line separators', '\u2028>wrote:'.repeat(2000)],
  ['attributions on one line', '\t>wrote:'.repeat(2000)],
  ['lines that look like incomplete attributions', 'de: \r'.repeat(4000)],
  ['blanks', ` -${' '.repeat(16_000)}x`],
])('The snippet of a reply is found within 50 ms among %s', (_, text) => {
  snippetOf(text);

  expect(cpuTimeOf(() => snippetOf(text))).toBeLessThan(50);
});
