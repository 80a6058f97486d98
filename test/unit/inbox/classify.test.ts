import { describe, expect, test } from 'vitest';
import { absenceSubjects, encodeSubject } from './absences.ts';
import { findingOf, kindOf, ourId, ours, reply } from './mails.ts';

describe('A reply', () => {
  const other = ourId.replace('XB6', 'XB7');

  test.each([
    ['that names the mail it answers', `In-Reply-To: ${ourId}`],
    ['that only lists the conversation', `In-Reply-To: <x@y>\nReferences: <a@b> ${ourId}`],
    ['whose list is folded', `In-Reply-To: <x@y>\nReferences: <a@b>\n\t${ourId}\n <c@d>`],
    [
      'whose list is folded in the middle of an id',
      `In-Reply-To: <x@y>\nReferences: <a@b> ${ourId.slice(0, 40)}\n ${ourId.slice(40)}`,
    ],
    ['whose list is written as words', `In-Reply-To: =?utf-8?Q?${ourId.replaceAll('_', '=5F')}?=`],
    ['with a comment about the mail', `In-Reply-To: Your message of Monday ${ourId}`],
    ['from another address', `From: assistant@elsewhere.example\nIn-Reply-To: ${ourId}`],
    ['that says that no machine wrote it', 'Auto-Submitted: no'],
    ['from a mailing list', 'Precedence: bulk'],
    ['whose subject begins like a note of absence', 'Subject: Re: Out of office next week?'],
  ])('%s is one', async (_, header) => {
    expect(await findingOf(reply(header))).toMatchObject({ kind: 'reply', mentions: [ours] });
  });

  test('is to what it answers, and else to the last of our mails in the conversation', async () => {
    const listed = await findingOf(reply(`In-Reply-To: <x@y>\nReferences: ${ourId} ${other} <z@z>`));
    const answered = await findingOf(reply(`In-Reply-To: ${ourId}\nReferences: ${ourId} ${other}`));
    const stepsOf = (finding: typeof listed) =>
      'mentions' in finding ? finding.mentions.map(({ stepId }) => stepId.slice(-3)) : [];

    expect(stepsOf(listed)).toEqual(['XB7', 'XB6']);
    expect(stepsOf(answered)[0]).toBe('XB6');
  });

  test.each([
    ['what answers nothing of ours', 'In-Reply-To: <someone@else.example>'],
    ['what nobody signs', `From: \nIn-Reply-To: ${ourId}`],
    ['what a mail server writes', 'From: Mail Delivery Subsystem <MAILER-DAEMON@mx.example>'],
    ['what a postmaster writes', 'From: postmaster@example.com'],
    ['a receipt', 'Content-Type: multipart/report; report-type=disposition-notification; boundary=b'],
  ])('%s is none', async (_, header) => {
    expect(await kindOf(reply(header))).toBe('other');
  });
});

describe('A machine’s answer', () => {
  test.each([
    ['RFC 3834', 'Auto-Submitted: auto-replied'],
    ['with a parameter', 'Auto-Submitted: auto-generated (vacation)'],
    ['of cPanel', 'X-Autorespond: Hello'],
    ['of others', 'X-Autoreply: yes'],
    ['of Exchange', 'X-Auto-Response-Suppress: All\nSubject: Automatic reply: Hello'],
    ['to nobody, with a machine’s subject', 'Return-Path: <>\nSubject: Auto-reply: Hello'],
  ])('%s is known by its header', async (_, header) => {
    expect(await kindOf(reply(header))).toBe('auto_reply');
  });

  test.each(absenceSubjects)(
    'in %s is known by its subject, and an answer to it is not',
    async (_, subject) => {
      expect(await kindOf(reply(`Subject: ${encodeSubject(subject)}`))).toBe('auto_reply');
      expect(await kindOf(reply(`Subject: ${encodeSubject(`Re: ${subject}`)}`))).toBe('reply');
    },
  );

  test('of a rule of Exchange names the message that it answers in a field of its own', async () => {
    const header = `In-Reply-To: <x@y>\nX-MS-Exchange-Parent-Message-Id: ${ourId}\nAuto-Submitted: auto-generated`;

    expect(await findingOf(reply(header))).toMatchObject({ kind: 'auto_reply', mentions: [ours] });
  });
});
