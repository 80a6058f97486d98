import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replyHeaders } from '#lib/emails/thread.ts';
import { stripReplyPrefixes } from '#lib/values/text/reply-prefixes.ts';

describe('a subject', () => {
  test.each([
    ['Hello', 'Hello'],
    ['Re: Hello', 'Hello'],
    ['RE: re :Re[2]: Hello', 'Hello'],
    ['Re:', ''],
    ['Regarding: you', 'Regarding: you'],
    ['Hello Re: you', 'Hello Re: you'],
    ['  Re:\r\n Hello', 'Hello'],
  ])('%j starts a conversation as %j', (subject, expected) => {
    expect(stripReplyPrefixes(subject)).toBe(expected);
  });

  test('never has two reply prefixes, for any text', () => {
    const subject = fc
      .array(fc.constantFrom('Re:', 're', ':', ' ', '[2]', '\r\n', 'x', '\0'))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(subject, (text) => {
        expect(`Re: ${stripReplyPrefixes(text)}`).not.toMatch(/^Re:\s*re(\[\d+\])?\s?:/i);
        expect(stripReplyPrefixes(stripReplyPrefixes(text))).toBe(stripReplyPrefixes(text));
      }),
    );
  });
});

describe('a reply', () => {
  const ids = Array.from({ length: 30 }, (_, at) => `<${at}@e.example>`);
  const headersOf = (messageIds: string[]) => replyHeaders({ subject: '', messageIds });

  test('references the last message, and all messages of a short conversation', () => {
    expect(headersOf(ids.slice(0, 3))).toEqual({ inReplyTo: ids[2], references: ids.slice(0, 3) });
    expect(headersOf(ids.slice(0, 20)).references).toEqual(ids.slice(0, 20));
  });

  test('references the first and the last nineteen messages of a long conversation', () => {
    expect(headersOf(ids)).toEqual({ inReplyTo: ids[29], references: [ids[0], ...ids.slice(11)] });
  });

  test('references no invalid ids', () => {
    const hostile = ['<a@b>\r\nBcc: x@y', '<a b@c>', 'a@b', '<<a@b>>', '', `<${'x'.repeat(600)}>`, '<é@b>'];

    expect(headersOf(hostile)).toEqual({});
    expect(headersOf(['<a@b>', ...hostile])).toEqual({ inReplyTo: '<a@b>', references: ['<a@b>'] });
  });
});
