import { stripQuotedReply } from '#lib/replies/text/strip-quoted-reply.ts';

const snippetMax = 200;

/**
 * The text of a reply without quotations, on one line and at most 200 characters long. If the cut splits a surrogate pair, its
 * half is removed.
 */
export function replySnippet(text: string): string {
  return stripQuotedReply(text)
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, snippetMax)
    .toWellFormed()
    .replace(/\ufffd$/, '');
}
