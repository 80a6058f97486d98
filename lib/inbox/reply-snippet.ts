const snippetMax = 200;

/** A word that is longer is cut. */
const wordMax = 40;

/** The beginning of a reply's text on one line, at most 200 characters long. A longer text ends after a word, with `…`. */
export function replySnippet(text: string): string {
  const line = text.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  if (line.length <= snippetMax) return line;
  const space = line.lastIndexOf(' ', snippetMax - 1);
  const end = space >= snippetMax - wordMax ? space : snippetMax - 1;

  // A cut can split a surrogate pair.
  return `${line
    .slice(0, end)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
}
