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
/** Labels that precede an address at the beginning of a line. */
const label =
  /^(?:to|recipients?|final-recipient|recipient address|failed recipient|address|rcpt|rcpt to) ?:/i;
/** Bullets and brackets that precede an address at the beginning of a line. */
const bullets = /^[\s*•"'<-]+/;
/** A reply that contains the address: `550 <ann@example.com>... User unknown`. */
const replyFirst = /^[\s<>]{0,6}[45]\d\d[ -]/;
const divider = /^[\s]{0,10}[-=*_]{5}/;

/**
 * Finds the recipients of a notice, each with the text after its address. qmail, Exim, Postfix, Sendmail and most others
 * begin a paragraph with the address. If no line begins with an address, the text is the line that contains it.
 */
export function failedRecipients(lines: readonly string[]): FailedRecipient[] {
  const wordsByAddress = new Map<string, string[]>();
  let currentWords: string[][] = [];
  for (const line of lines) {
    const addresses = addressesIn(line);
    if (addresses.length > 0 && (isIntroduction(line, addresses[0]) || replyFirst.test(line))) {
      currentWords = addresses.slice(0, recipientsMax).map((each) => wordsOf(wordsByAddress, each));
      for (const words of currentWords) words.push(line);
      if (replyFirst.test(line)) currentWords = [];
    } else if (divider.test(line)) currentWords = [];
    else for (const words of currentWords) words.push(line);
  }
  if (wordsByAddress.size === 0)
    for (const line of lines) for (const each of addressesIn(line)) wordsOf(wordsByAddress, each).push(line);

  return [...wordsByAddress]
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

/** The list of text lines of an address, which the caller extends. */
function wordsOf(wordsByAddress: Map<string, string[]>, each: string): string[] {
  const words = wordsByAddress.get(each) ?? [];
  if (wordsByAddress.size < 10 * recipientsMax) wordsByAddress.set(each, words);

  return words;
}
