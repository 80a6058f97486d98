import { normaliseEmail } from '#lib/values/email-address.ts';

/** An address that a notice names, with its text. */
export interface FailedRecipient {
  readonly address: string;
  readonly words: string;
}

const recipientsMax = 20;
/** Maximum lines of text for one address. */
const linesMax = 30;
/** Separates the words of a line and encloses addresses. */
const separators = /[\s<>()[\]"',;:=|/]+/;
/** RFC 5321, section 4.5.3.1. */
const addressMax = 320;
/** Labels that precede an address at the beginning of a line. */
const label =
  /^(?:to|recipients?|final-recipient|recipient address|failed recipient|address|rcpt|rcpt to) ?:/i;
/** Bullets and brackets that precede an address at the beginning of a line. */
const bullets = /^[\s*•"'<-]+/;
/** An SMTP reply that contains the address: `550 <ann@example.com>... User unknown`. */
const replyFirst = /^[\s<>]{0,6}[45]\d\d[ -]/;
const divider = /^[\s]{0,10}[-=*_]{5}/;

/**
 * Finds the recipients of a notice, each with the text after its address. qmail, Exim, Postfix, Sendmail and most others
 * begin a paragraph with the address. If no line begins with an address, the text is the line that contains it.
 */
export function failedRecipients(lines: readonly string[]): FailedRecipient[] {
  const linesByAddress = new Map<string, string[]>();
  /** The line lists of the addresses that began the current paragraph. Each list gets all lines of the paragraph. */
  let openLists: string[][] = [];
  for (const line of lines) {
    const addresses = addressesIn(line);
    const isReply = replyFirst.test(line);
    if (addresses.length > 0 && (isReply || isIntroduction(line, addresses[0]))) {
      openLists = addresses.slice(0, recipientsMax).map((each) => linesOfAddress(linesByAddress, each));
      for (const list of openLists) list.push(line);
      // An SMTP reply with its address is complete in one line.
      if (isReply) openLists = [];
    } else if (divider.test(line)) openLists = [];
    else for (const list of openLists) list.push(line);
  }
  if (linesByAddress.size === 0)
    for (const line of lines)
      for (const each of addressesIn(line)) linesOfAddress(linesByAddress, each).push(line);

  return [...linesByAddress]
    .slice(0, recipientsMax)
    .map(([address, text]) => ({ address, words: text.slice(0, linesMax).join(' ') }));
}

/** The distinct addresses in a text, normalised. */
export function addressesIn(text: string): string[] {
  // The address may end a sentence.
  const words = text.split(separators).map((word) => (word.endsWith('.') ? word.slice(0, -1) : word));

  return [...new Set(words.filter(isAddress).map(normaliseEmail))];
}

function isAddress(word: string): boolean {
  const at = word.indexOf('@');

  return at > 0 && word.length <= addressMax && at === word.lastIndexOf('@') && word.indexOf('.', at + 2) > 0;
}

/** Whether a line begins with the address, as in `<ann@example.com>:` or `To: ann@example.com`. */
function isIntroduction(line: string, address = ''): boolean {
  const start = line.replace(bullets, '').replace(label, '').replace(bullets, '');

  return start.slice(0, address.length).toLowerCase() === address;
}

/** The list of text lines of an address, which the caller extends. With too many addresses, a new list is not kept. */
function linesOfAddress(linesByAddress: Map<string, string[]>, address: string): string[] {
  const lines = linesByAddress.get(address) ?? [];
  if (linesByAddress.size < 10 * recipientsMax) linesByAddress.set(address, lines);

  return lines;
}
