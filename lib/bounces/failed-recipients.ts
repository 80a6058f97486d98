import { normaliseEmail } from '#lib/contacts/email-address.ts';

/** An address that a notice names, with the words about it. */
export interface FailedRecipient {
  readonly address: string;
  readonly words: string;
}

const recipientsMax = 20;
const address = /[^\s<>()[\]"',;:@=/|]{1,64}@[a-z0-9][a-z0-9.-]{1,250}[a-z0-9]/gi;
/** The address comes first, or after a label: `<ann@example.com>:`, `To: ann@example.com`. */
const introduction =
  /^[\s*•"'-]{0,20}(?:(?:to|recipients?|(?:final-|failed |e-?mail )?(?:recipient|address)|rcpt(?: to)?) ?: ?)?["'<]{0,3}[^\s<>()[\]"',;:@=/|]{1,64}@/i;
/** A reply that names the address itself: `550 <ann@example.com>... User unknown`. */
const replyFirst = /^[\s<>]{0,6}[45]\d\d[ -]/;
const divider = /^[\s]{0,10}[-=*_]{5}/;

/**
 * The recipients of a notice, each with what follows its address: qmail, Exim, Postfix, Sendmail and most others begin a
 * paragraph with it. Where no line begins with an address, each address is named with the words of its line.
 */
export function failedRecipients(lines: readonly string[]): FailedRecipient[] {
  const found = new Map<string, string[]>();
  let open: string[][] = [];
  for (const line of lines) {
    const named = addressesIn(line);
    if (named.length > 0 && (introduction.test(line) || replyFirst.test(line))) {
      open = named.slice(0, recipientsMax).map((each) => wordsOf(found, each));
      for (const words of open) words.push(line);
      if (replyFirst.test(line)) open = [];
    } else if (divider.test(line)) open = [];
    else for (const words of open) words.push(line);
  }
  if (found.size === 0)
    for (const line of lines) for (const each of addressesIn(line)) wordsOf(found, each).push(line);

  return [...found]
    .slice(0, recipientsMax)
    .map(([each, words]) => ({ address: each, words: words.slice(0, linesMax).join(' ') }));
}

const linesMax = 30;

export function addressesIn(text: string): string[] {
  return [...new Set([...text.matchAll(address)].map(([each]) => normaliseEmail(each)))];
}

function wordsOf(found: Map<string, string[]>, each: string): string[] {
  const words = found.get(each) ?? [];
  if (found.size < 10 * recipientsMax) found.set(each, words);

  return words;
}
