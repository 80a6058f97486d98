import { normaliseEmail } from '#lib/values/email-address.ts';

/** An address that a notice names, with its text. */
export interface FailedRecipient {
  readonly address: string;
  readonly words: string;
}

const recipientsMax = 20;
/** Separates the words of a line and encloses addresses. */
const separators = /[\s<>()[\]"',;:=|/]+/;
/** RFC 5321, section 4.5.3.1. */
const addressMax = 320;
/** Labels, and below them bullets and brackets, that precede an address at the beginning of a line. */
const label =
  /^(?:to|recipients?|final-recipient|recipient address|failed recipient|address|rcpt|rcpt to) ?:/i;
const bullets = /^[\s*•"'<-]+/;
/** A reply that contains the address: `550 <ann@example.com>... User unknown`. */
const replyFirst = /^[\s<>]{0,6}[45]\d\d[ -]/;
const divider = /^[\s]{0,10}[-=*_]{5}/;

/**
 * Finds the recipients of a notice, each with the text after its address. qmail, Exim, Postfix, Sendmail and most others
 * begin a paragraph with the address. If no line begins with an address, the text is the line that contains it.
 */
export function failedRecipients(lines: readonly string[]): FailedRecipient[] {
  const found = new Map<string, string[]>();
  let current: string[][] = [];
  for (const line of lines) {
    const addresses = addressesIn(line);
    if (addresses.length > 0 && (isIntroduction(line, addresses[0]) || replyFirst.test(line))) {
      current = addresses.slice(0, recipientsMax).map((each) => wordsOf(found, each));
      for (const words of current) words.push(line);
      if (replyFirst.test(line)) current = [];
    } else if (divider.test(line)) current = [];
    else for (const words of current) words.push(line);
  }
  if (found.size === 0)
    for (const line of lines) for (const each of addressesIn(line)) wordsOf(found, each).push(line);

  return [...found]
    .slice(0, recipientsMax)
    .map(([each, words]) => ({ address: each, words: words.slice(0, linesMax).join(' ') }));
}

const linesMax = 30;

export function addressesIn(text: string): string[] {
  // The address may end a sentence.
  const words = text.split(separators).map((word) => (word.endsWith('.') ? word.slice(0, -1) : word));

  return [...new Set(words.filter(isAddress).map(normaliseEmail))];
}

function isAddress(word: string): boolean {
  const at = word.indexOf('@');

  return at > 0 && word.length <= addressMax && at === word.lastIndexOf('@') && word.indexOf('.', at + 2) > 0;
}

/** `<ann@example.com>:`, `To: ann@example.com`. */
function isIntroduction(line: string, first = ''): boolean {
  const start = line.replace(bullets, '').replace(label, '').replace(bullets, '');

  return start.slice(0, first.length).toLowerCase() === first;
}

function wordsOf(found: Map<string, string[]>, each: string): string[] {
  const words = found.get(each) ?? [];
  if (found.size < 10 * recipientsMax) found.set(each, words);

  return words;
}
