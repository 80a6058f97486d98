import { stripQuotedReply } from '#lib/replies/strip-quoted-reply.ts';

const snippetMax = 200;

/** What the author of a reply wrote, without quotations, on one line, at most 200 characters. */
export function ownWords(text: string): string {
  return stripQuotedReply(text)
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, snippetMax)
    .toWellFormed()
    .replace(/\ufffd$/, '');
}
