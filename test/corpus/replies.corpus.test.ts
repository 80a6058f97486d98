import { expect, test } from 'vitest';
import { isAutomatic } from '#lib/inbox/auto-reply.ts';
import { replySnippet } from '#lib/inbox/reply-snippet.ts';
import { stripQuotedReply } from '#lib/replies/text/strip-quoted-reply.ts';
import { wishesToUnsubscribe } from '#lib/replies/text/unsubscribe-wish.ts';
import { automaticReplies, humanReplies, type LabelledMessage } from './replies/automatic.ts';
import { replies, unquotedTexts } from './replies/layouts.ts';

const snippetOf = (text: string) => replySnippet(stripQuotedReply(text));
const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);

test('extracts at least 97 % of the reply texts exactly, and loses or shortens no text', () => {
  const wrong = replies.filter(({ text, expected }) => snippetOf(text) !== flat(expected));
  const short = wrong.filter(
    ({ text, expected }) => !snippetOf(text).startsWith(flat(expected).slice(0, 60)),
  );
  process.stdout.write(`reply texts: ${replies.length - wrong.length} of ${replies.length} exact\n`);
  for (const { name, text } of wrong) process.stdout.write(`  ${name}\n    ${snippetOf(text)}\n`);

  expect(short.map(({ name }) => name)).toEqual([]);
  expect(wrong.length / replies.length).toBeLessThanOrEqual(0.03);
});

test('keeps a text without quotations unchanged', () => {
  for (const text of unquotedTexts) expect(snippetOf(text)).toBe(flat(text));
});

test('finds a wish to unsubscribe in no reply of the collection', () => {
  const texts = [
    ...replies.map(({ text }) => text),
    ...humanReplies.map(({ text }) => text),
    ...unquotedTexts,
  ];
  const found = texts.filter((text) => wishesToUnsubscribe(stripQuotedReply(text), text));
  process.stdout.write(`replies of people: ${found.length} of ${texts.length} ask for no further emails\n`);

  expect(found).toEqual([]);
});

function isJudgedAutomatic({ subject, headers, text }: LabelledMessage): boolean {
  const fields = new Map(Object.entries(headers).map(([name, value]) => [name, [value]]));

  return isAutomatic({
    from: 'ann@example.com',
    subject,
    text,
    headers: fields,
  });
}

test('recognises all automatic replies, and no personal reply as automatic', () => {
  const namesOf = (messages: readonly LabelledMessage[]) => messages.map(({ name }) => name);
  const found = automaticReplies.filter(isJudgedAutomatic);
  const mistaken = humanReplies.filter(isJudgedAutomatic);
  process.stdout.write(`automatic replies: ${found.length} of ${automaticReplies.length} recognised\n`);
  process.stdout.write(`replies of people: ${mistaken.length} of ${humanReplies.length} called automatic\n`);

  expect(namesOf(found)).toEqual(namesOf(automaticReplies));
  expect(namesOf(mistaken)).toEqual([]);
});
