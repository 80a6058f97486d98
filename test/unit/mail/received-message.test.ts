import { expect, test } from 'vitest';
import { readMessage } from '#lib/mail/received-message.ts';
import { extractReplyContent } from '#lib/replies/content.ts';

const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
const hostile = 'Re: Hi\nBcc: injected@evil.example\r\n\r\n\tbody\u0000\u001b\u0085\u2028end';
const name = encoded(hostile);
const source = Buffer.from(
  [
    `From: ${name} <ann@x.example>`,
    `Subject: ${name}`,
    'Message-ID: <\u0001first@x.example\u001b>',
    `X-Other: ${name}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'first line',
    'second line',
    '--b',
    `Content-Type: application/pdf; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    '',
    'x',
    '--b--',
    '',
  ].join('\r\n'),
);
const control = /[\p{Cc}\u2028\u2029]/u;

test('values of a header are one line, also if encoded words have line breaks', async () => {
  const message = await readMessage(source);
  const { from, fromName, subject, messageId, headers, attachments } = message ?? {};
  const lines = [from, fromName, subject, messageId, ...[...(headers ?? [])].flat(2)];

  expect(
    [...lines, ...(attachments ?? []).flatMap((each) => [each.name, each.type])].filter((each) =>
      control.test(each ?? ''),
    ),
  ).toEqual([]);
  expect(subject).toBe('Re: Hi Bcc: injected@evil.example body end');
  expect(fromName).toBe(subject);
  expect(attachments).toMatchObject([{ name: subject, type: 'application/pdf' }]);
  expect(headers?.get('x-other')).toEqual([subject]);
  expect(messageId).toBe('<first@x.example>');
});

test('a name without an address is one line', async () => {
  const message = await readMessage(Buffer.from(`From: ${name}\r\nSubject: x\r\n\r\nx\r\n`));

  expect(control.test(message?.from ?? '')).toBe(false);
  expect(message?.from).toContain('Re: Hi Bcc:');
});

test('flowed text is read as fixed lines, and a text about it remains', async () => {
  const part = [
    '--b',
    'Content-Type: text/plain; format=flowed',
    '',
    '> quoted ',
    'Use format=flowed.',
    '-- ',
    'format=flowed',
  ];
  const header = ['Content-Type: multipart/mixed; boundary=b', ''];
  const message = await readMessage(Buffer.from([...header, ...part, '--b--', ''].join('\r\n')));

  expect(message?.text).toBe('> quoted \nUse format=flowed.\n-- \nformat=flowed\n');
});

test('the content of a reply has line breaks only in its texts', async () => {
  const message = await readMessage(source);
  if (!message) throw new Error('expected a message');
  const { fullText, text, html, ...others } = extractReplyContent(message);

  expect(fullText).toContain('first line\nsecond line');
  expect(JSON.stringify(others)).not.toMatch(/\\[nrtu]/);
});
