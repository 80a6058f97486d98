import { expect, test } from 'vitest';
import { ownWords } from '#lib/inbox/own-words.ts';
import { readMessage } from '#lib/mail/received-message.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';

test.each([
  [
    'is what stands above what is quoted',
    'Yes.\n\nOn Mon, 3 Jun 2030 at 10:00, Sam <s@x.example> wrote:\n> Hi',
    'Yes.',
  ],
  [
    'when that begins on two lines',
    'Yes.\n\nOn Mon, 3 Jun 2030 at 10:00, Sam\n<s@x.example> wrote:\n> Hi',
    'Yes.',
  ],
  ['or below it', 'On Monday, Sam\n<s@x.example> wrote:\n> Hi\n> Sam\n\nYes.\nAnn', 'Yes. Ann'],
  ['and nothing where that is not marked', 'On Monday, Sam wrote:\nHi', ''],
  ['in German', 'Gern.\n\nAm 03.06.2030 um 10:00 schrieb Sam:\n> Hi', 'Gern.'],
  ['in French', 'Oui.\n\nLe lun. 3 juin 2030 à 10:00, Sam a écrit :\n> Hi', 'Oui.'],
  ['in Russian', 'Да.\n\n3 июня 2030 г. Sam написал:\n> Hi', 'Да.'],
  ['as Outlook quotes', 'Yes.\n\nFrom: Sam\nSent: Monday\nTo: Ann\n\nHi', 'Yes.'],
  ['as Outlook quotes in German', 'Ja.\n\n-----Ursprüngliche Nachricht-----\nVon: Sam', 'Ja.'],
  ['between lines that are quoted', '> Shall we?\nYes.\n> When?\nToday.', 'Yes. Today.'],
  ['on one line', 'Dear Sam,\r\n\r\n  yes.\t\r\n', 'Dear Sam, yes.'],
  ['without control characters', 'Y\u0000e\u200bs', 'Y e s'],
  ['of nothing is nothing', '', ''],
])('What somebody says himself %s', (_, text, words) => {
  expect(ownWords(text)).toBe(words);
});

test('An answer between flowed lines of a quotation is not joined to them', async () => {
  const header = 'From: ann@example.com\nContent-Type: text/plain; format="flowed"; charset=utf-8\n\n';
  const text =
    'On Mon, 3 Jun 2030, Sam wrote:\n> Shall we talk \nYes, gladly. \n> about it?\nCall me \ntomorrow.\n';
  const mail = await readMessage(Buffer.from(header + text));

  expect(ownWords(mail?.text ?? '')).toBe('Yes, gladly. Call me tomorrow.');
});

test('What somebody says himself is cut at 200 characters, and no character in two', () => {
  expect(ownWords('x'.repeat(500))).toHaveLength(200);
  expect(ownWords(`${'x'.repeat(199)}😀`)).toBe('x'.repeat(199));
});

test.each([
  ['line separators', '\u2028>wrote:'.repeat(2000)],
  ['attributions on one line', '\t>wrote:'.repeat(2000)],
  ['lines that almost begin a quotation', 'de: \r'.repeat(4000)],
  ['blanks', ` -${' '.repeat(16_000)}x`],
])('What somebody says himself is found within 50 ms among %s', (_, text) => {
  ownWords(text);

  expect(cpuTimeOf(() => ownWords(text))).toBeLessThan(50);
});
