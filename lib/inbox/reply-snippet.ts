const snippetMax = 200;

/**
 * The beginning of a reply's text on one line, at most 200 characters long. If the cut splits a surrogate pair, its half is
 * removed.
 */
export function replySnippet(text: string): string {
  return text
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, snippetMax)
    .toWellFormed()
    .replace(/\ufffd$/, '');
}
