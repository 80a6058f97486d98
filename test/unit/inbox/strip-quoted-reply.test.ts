import { describe, expect, test } from 'vitest';
import { stripQuotedReply } from '#lib/replies/text/strip-quoted-reply.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';

describe('The text of a reply ends', () => {
  test.each([
    [
      'at an attribution on three lines',
      'Yes.\n\nOn Mon, 3 Jun 2030, Sam Hill <\nsam@sender.example>\nwrote:\n\nHi',
    ],
    [
      'at an attribution without a colon',
      'Yes.\n\n---- On Mon, 3 Jun 2030 Sam <s@x.example> wrote ----\n\nHi',
    ],
    ['at a date and an address', 'Yes.\n\n2030-06-03 10:00 GMT+02:00 Sam Hill <\nsam@sender.example>:\n\nHi'],
    ['at a header in bold', 'Yes.\n\n*From:* Sam\n*Sent:* Monday, 3 June\n*To:* Ann\n\nHi'],
    [
      'at a French header in any order',
      'Yes.\n\n  De : Sam <s@x.example>\n À : Ann\n Envoyé le : lundi 3\n\nHi',
    ],
    ['at a header with empty lines', 'Yes.\n\nFrom: Sam\n\nSent: Monday, 3 June\n\nTo: Ann\n\nHi'],
    [
      'at a header with recipients on three lines',
      'Yes.\n\nFrom: Sam\nDate: 3 June\nTo: Ann,\n Bob,\n Carl\nSubject: Hi\n\nHi',
    ],
    [
      'above the border of the header',
      'Yes.\n\n________________________________\nFrom: Sam\nSent: 3 June\n\nHi',
    ],
    ['in the line of the attribution', 'Yes. On Mon, 3 Jun 2030, Sam <s@x.example> wrote:\n> Hi'],
  ])('%s', (_, text) => {
    expect(stripQuotedReply(text)).toBe('Yes.');
  });
});

describe('The text of a reply includes', () => {
  test.each([
    ['the line above an attribution', 'On Friday.\nOn Mon, 3 Jun 2030, Sam wrote:\n> When?', 'On Friday.'],
    [
      'an answer directly above a quoted attribution',
      'Yes, it is fine\n> On Mon, 3 Jun 2030, Sam wrote:\n>\n> Hi',
      'Yes, it is fine',
    ],
    [
      'text above and below the quotation',
      'Hello Sam,\n\nOn Mon, 3 Jun 2030, Sam wrote:\n> Shall we?\n\nYes.',
      'Hello Sam,\n\n\nYes.',
    ],
    [
      'text around a ruler',
      'One.\n\n____________\n\nTwo.\n\nOn 3 Jun 2030, Sam wrote:\n> Hi',
      'One.\n\n____________\n\nTwo.',
    ],
    ['its signature', 'Yes.\n\n-- \nAnn\n\nOn 3 Jun 2030, Sam wrote:\n> Hi', 'Yes.\n\n-- \nAnn'],
    ['a line with a digit above an attribution', 'At 5pm\nSam Hill <s@x.example> wrote:\n> When?', 'At 5pm'],
    [
      'a line with a day above an attribution',
      'On Friday\nSam Hill <s@x.example> wrote:\n> When?',
      'On Friday',
    ],
    ['a line between arrows', 'See\n>>> x.example <<<\n> Hi\nhere.', 'See\n>>> x.example <<<\nhere.'],
    [
      'text below an attribution with a no-break space',
      'Le 3/6/2030, Sam a écrit\u00a0:\n> Bonjour\n\nOui.',
      '\nOui.',
    ],
    ['text behind the header that a gateway adds', 'From: Ann <a@x.example>\nDate: 3 June\n\nYes.', '\nYes.'],
  ])('%s', (_, text, expected) => {
    expect(stripQuotedReply(text)).toBe(expected);
  });
});

test.each([
  'Foo mailing list\nFoo@lists.example\nhttps://lists.example/mailman/listinfo/foo',
  'Foo -- foo@lists.example\nTo unsubscribe send an email to foo-leave@lists.example',
])('excludes the footer of a mailing list: %s', (footer) => {
  expect(stripQuotedReply(`Yes.\n\n${'_'.repeat(47)}\n${footer}`)).toBe('Yes.');
});

test('excludes a signature below the quotation and the wrapped rest of a quoted line', () => {
  const long = `> ${'word '.repeat(14)}`;

  expect(stripQuotedReply(`Yes.\n\nOn 3 Jun 2030, Sam wrote:\n${long}\nbroken off\n> Hi\n\n-- \nAnn`)).toBe(
    'Yes.',
  );
});

test.each([
  'On a\n',
  '1 x:\n',
  '--\n',
  'a:\n',
  '写道:\n',
  '__________\n\n',
  'From: a@b\nDate: 1\n',
  'yes. On Mon, 1 x:\n',
  `> ${'x'.repeat(70)}\na\n`,
])('a text of repeated %j is read within 250 ms', (line) => {
  const text = line.repeat(400_000 / line.length);
  stripQuotedReply(text);

  expect(cpuTimeOf(() => stripQuotedReply(text))).toBeLessThan(250);
});
