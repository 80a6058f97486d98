import { expect, test } from 'vitest';
import { isAutomatic } from '#lib/inbox/auto-reply.ts';
import { ownWords } from '#lib/inbox/own-words.ts';
import { automaticReplies, humanReplies, type LabelledMessage } from './replies/automatic.ts';
import { replies, unquotedTexts } from './replies/layouts.ts';

const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);

test('at least 97 % of the reply texts are exact, and none is lost or cut short', () => {
  const wrong = replies.filter(({ text, expected }) => ownWords(text) !== flat(expected));
  const short = wrong.filter(({ text, expected }) => !ownWords(text).startsWith(flat(expected).slice(0, 60)));
  process.stdout.write(`reply texts: ${replies.length - wrong.length} of ${replies.length} exact\n`);
  for (const { name, text } of wrong) process.stdout.write(`  ${name}\n    ${ownWords(text)}\n`);

  expect(short.map(({ name }) => name)).toEqual([]);
  expect(wrong.length / replies.length).toBeLessThanOrEqual(0.03);
});

test('a text that quotes nothing is kept whole', () => {
  for (const text of unquotedTexts) expect(ownWords(text)).toBe(flat(text));
});

function isJudgedAutomatic({ subject, headers, text }: LabelledMessage): boolean {
  const fields = new Map(Object.entries(headers).map(([name, value]) => [name, [value]]));

  return isAutomatic({
    ...{ from: 'ann@example.com', messageId: '', report: undefined },
    subject,
    text,
    headers: fields,
  });
}

test('all automatic replies are recognised, and no reply of a person is called automatic', () => {
  const namesOf = (messages: readonly LabelledMessage[]) => messages.map(({ name }) => name);
  const found = automaticReplies.filter(isJudgedAutomatic);
  const mistaken = humanReplies.filter(isJudgedAutomatic);
  process.stdout.write(`automatic replies: ${found.length} of ${automaticReplies.length} recognised\n`);
  process.stdout.write(`replies of people: ${mistaken.length} of ${humanReplies.length} called automatic\n`);

  expect(namesOf(found)).toEqual(namesOf(automaticReplies));
  expect(namesOf(mistaken)).toEqual([]);
});
