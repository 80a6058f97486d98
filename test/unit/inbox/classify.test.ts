import { describe, expect, test } from 'vitest';
import { absenceSubjects, absences, absenceTexts, encodeSubject, repliesAboutAbsence } from './absences.ts';
import { classificationOf, kindOf, ourId, ours, reply } from './messages.ts';

describe('A reply', () => {
  const other = ourId.replace('XB6', 'XB7');

  test.each([
    ['that names the answered message', `In-Reply-To: ${ourId}`],
    ['that only has References', `In-Reply-To: <x@y>\nReferences: <a@b> ${ourId}`],
    ['with folded References', `In-Reply-To: <x@y>\nReferences: <a@b>\n\t${ourId}\n <c@d>`],
    [
      'with References that are folded within an id',
      `In-Reply-To: <x@y>\nReferences: <a@b> ${ourId.slice(0, 40)}\n ${ourId.slice(40)}`,
    ],
    ['with encoded References', `In-Reply-To: =?utf-8?Q?${ourId.replaceAll('_', '=5F')}?=`],
    ['with a comment in In-Reply-To', `In-Reply-To: Your message of Monday ${ourId}`],
    ['from another address', `From: assistant@elsewhere.example\nIn-Reply-To: ${ourId}`],
    ['with Auto-Submitted: no', 'Auto-Submitted: no'],
    ['from a mailing list', 'Precedence: bulk'],
    ['with a subject that begins like an absence note', 'Subject: Re: Out of office next week?'],
  ])('%s is classified as a reply', async (_, header) => {
    expect(await classificationOf(reply(header))).toMatchObject({ kind: 'reply', mentions: [ours] });
  });

  test('is linked to the answered message, or else to our last message in References', async () => {
    const listed = await classificationOf(reply(`In-Reply-To: <x@y>\nReferences: ${ourId} ${other} <z@z>`));
    const answered = await classificationOf(reply(`In-Reply-To: ${ourId}\nReferences: ${ourId} ${other}`));
    const stepsOf = (finding: typeof listed) =>
      'mentions' in finding ? finding.mentions.map(({ step }) => step.slice(-3)) : [];

    expect(stepsOf(listed)).toEqual(['XB7', 'XB6']);
    expect(stepsOf(answered)[0]).toBe('XB6');
  });

  test.each([
    ['A message without a sender', `From: \nIn-Reply-To: ${ourId}`],
    ['A message of a mail server', 'From: Mail Delivery Subsystem <MAILER-DAEMON@mx.example>'],
    ['A message of a postmaster without a return path', 'From: postmaster@example.com\nReturn-Path: <>'],
    ['a receipt', 'Content-Type: multipart/report; report-type=disposition-notification; boundary=b'],
  ])('%s is not classified as a reply', async (_, header) => {
    expect(await kindOf(reply(header))).toBe('other');
  });
});

describe('An automatic reply', () => {
  test.each([
    ['RFC 3834', 'Auto-Submitted: auto-replied'],
    ['with a parameter', 'Auto-Submitted: auto-generated (vacation)'],
    ['of cPanel', 'X-Autorespond: Hello'],
    ['of others', 'X-Autoreply: yes'],
    ['of Exchange', 'X-Auto-Response-Suppress: All\nSubject: Automatic reply: Hello'],
    ['with an empty return path and an automatic subject', 'Return-Path: <>\nSubject: Auto-reply: Hello'],
  ])('%s is recognised by its header', async (_, header) => {
    expect(await kindOf(reply(header))).toBe('auto_reply');
  });

  test.each(absenceSubjects)(
    'in %s is recognised by its subject, but a reply to it is a reply',
    async (_, subject) => {
      expect(await kindOf(reply(`Subject: ${encodeSubject(subject)}`))).toBe('auto_reply');
      expect(await kindOf(reply(`Subject: ${encodeSubject(`Re: ${subject}`)}`))).toBe('reply');
    },
  );

  test.each(absenceTexts)('in %s is recognised by its text and a second sign', async (_, text) => {
    const type = 'Content-Type: text/plain; charset=utf-8';

    expect(await kindOf(reply(`${type}\nPrecedence: bulk`, text))).toBe('auto_reply');
    expect(await kindOf(reply(type, text))).toBe('reply');
  });

  test.each(absences)('with the subject %s and the text %s needs no field', async (subject, text) => {
    const header = `Subject: ${encodeSubject(subject)}\nContent-Type: text/plain; charset=utf-8`;

    expect(await kindOf(reply(header, text))).toBe('auto_reply');
    expect(await kindOf(reply(header, 'Yes, send me a quote.'))).toBe('reply');
  });

  test.each(repliesAboutAbsence)(
    'is not a reply with the subject %s and the text %s',
    async (subject, text) => {
      const header = `Subject: ${encodeSubject(subject)}\nContent-Type: text/plain; charset=utf-8`;

      expect(await kindOf(reply(header, text))).toBe('reply');
    },
  );

  test('of an Exchange rule names the answered message in a non-standard field', async () => {
    const header = `In-Reply-To: <x@y>\nX-MS-Exchange-Parent-Message-Id: ${ourId}\nAuto-Submitted: auto-generated`;

    expect(await classificationOf(reply(header))).toMatchObject({ kind: 'auto_reply', mentions: [ours] });
  });
});

describe('A message without the parts of a report', () => {
  const quoted =
    'On Mon, 3 Jun 2030, Sam wrote:\n> Do your mails come back with 550 5.1.1 <ann@example.com> User unknown?\n';

  test.each([
    ['from a postmaster', 'From: Ann <postmaster@example.com>', 'Yes, call me.'],
    ['from an address like a mail system', 'From: mail-delivery@example.com', 'Yes, call me.'],
    [
      'with the subject of our email about delivery problems',
      'Subject: Re: Delivery problems',
      `Yes.\n\n${quoted}`,
    ],
    ['with that subject without Re:', 'Subject: Delivery problems in June', `Yes.\n\n${quoted}`],
    ['with a filter’s mark before that subject', 'Subject: [EXT] Delivery failed?', 'Yes.'],
    ['with its quotation first', 'Subject: Undeliverable mail', `${quoted}\nYes, that happens.`],
  ])('%s is a reply if it answers our message', async (_, header, text) => {
    expect(await classificationOf(reply(header, text))).toMatchObject({ kind: 'reply', mentions: [ours] });
  });

  test.each([
    ['from MAILER-DAEMON', 'From: MAILER-DAEMON@mx.example', '<ann@example.com>: 550 5.1.1 User unknown'],
    [
      'from a postmaster about a recipient',
      'From: postmaster@mx.example',
      '<ann@example.com>: 550 5.1.1 User unknown',
    ],
    [
      'with the subject of a report and a recipient',
      'Subject: Undeliverable',
      '<ann@example.com>: 550 5.1.1 User unknown',
    ],
    [
      'with X-Failed-Recipients',
      'X-Failed-Recipients: ann@example.com\nFrom: postmaster@mx.example',
      'User unknown',
    ],
  ])('%s is a bounce, although it has our id in In-Reply-To', async (_, header, text) => {
    expect(await kindOf(reply(header, text))).toBe('hard_bounce');
  });

  test('from a person is a reply although it answers no message of ours; its sender decides', async () => {
    expect(await classificationOf(reply('In-Reply-To: <x@y.example>'))).toMatchObject({
      kind: 'reply',
      mentions: [],
      from: 'ann@example.com',
    });
  });
});
