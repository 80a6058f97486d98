import { normaliseEmail } from '#lib/values/email-address.ts';

/** An address that a notice names, with its text. */
export interface FailedRecipient {
  readonly address: string;
  /** The paragraph that the address begins. */
  readonly paragraph: string;
  /** The paragraph and the following text, up to the next address or divider. */
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
const label = /^[\p{L}\p{N}()/_-]{1,30}(?: [\p{L}\p{N}()/_-]{1,30}){0,7} ?:/iu;
/** Labels of addresses that are not the recipient's. */
const otherLabel = /\b(?:from|sender|reply|return|cc|contact|postmaster|admin|support|help|subject)\b/i;
/** Words of labels that sound like a reason, but only announce the address. */
const announcement =
  /^[\s*•-]{0,10}(?:undelivera?ble|undelivered|bad|invalid|failed|rejected|wrong|problem) (?:e-?mail )?(?:address|recipient|mailbox)(?:\(?e?s\)?)? ?:|(?:invalid address, (?=error_code))/i;
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
  /** Spaces before the address that began the current paragraph; infinite between paragraphs. */
  let indent = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const addresses = addressesIn(line);
    const isReply = replyFirst.test(line);
    const spaces = line.search(/\S/);
    // The reply of a server may continue with an address in an indented line.
    const isContinued = spaces > indent && !isReply;
    if (spaces === -1) indent = Number.POSITIVE_INFINITY;
    if (addresses.length > 0 && !isContinued && (isReply || isIntroduction(line, addresses))) {
      openLists = addresses.slice(0, recipientsMax).map((each) => linesOfAddress(linesByAddress, each));
      for (const list of openLists) list.push(withoutAnnouncement(line));
      indent = spaces;
      // An SMTP reply with its address is complete in one line.
      if (isReply) openLists = [];
    } else if (divider.test(line)) openLists = [];
    else for (const list of openLists) list.push(line);
  }
  if (linesByAddress.size === 0)
    for (const line of lines)
      for (const each of addressesIn(line))
        linesOfAddress(linesByAddress, each).push(withoutAnnouncement(line));

  return [...linesByAddress].slice(0, recipientsMax).map(([address, text]) => {
    const end = text.findIndex((line) => line.trim() === '');

    return {
      address,
      paragraph: text.slice(0, end === -1 ? linesMax : Math.min(end, linesMax)).join(' '),
      words: text.slice(0, linesMax).join(' '),
    };
  });
}

/** Removes a label such as `Undeliverable address:`, which is not a reason. */
export function withoutAnnouncement(line: string): string {
  return line.replace(announcement, '');
}

/** The distinct addresses in a text, normalised. An address that is followed by a word without a space is read in two ways. */
export function addressesIn(text: string): string[] {
  return [...new Set(text.split(separators).flatMap(addressesOf).map(normaliseEmail))].filter(
    (address) => !address.endsWith('@'),
  );
}

const leadingMarks = /^[*•`.…·«„“”‘–—]+/u;
const domainStart = /^(?:[\p{L}\p{N}_-]{1,63}\.)+[\p{L}\p{N}-]{1,63}/u;
/** `example.comUser`, `example.com.The`: a capital letter begins the text. */
const gluedWord = /(?<=[\p{Ll}\p{N}])\.?\p{Lu}\p{Ll}.*$/u;

function addressesOf(word: string): string[] {
  const at = word.indexOf('@');
  if (at < 1 || word.length > addressMax || at !== word.lastIndexOf('@')) return [];
  const domain = domainStart.exec(word.slice(at + 1))?.[0];
  if (domain === undefined) return [];
  const localPart = word.slice(0, at).replace(leadingMarks, '');
  const shorter = domain.replace(gluedWord, '');
  const domains = shorter.includes('.') && shorter !== domain ? [shorter, domain] : [domain];

  return domains.map((each) => `${localPart}@${each}`);
}

/** Whether a line begins with the address, as in `<ann@example.com>:` or `To: ann@example.com`. */
function isIntroduction(line: string, addresses: readonly string[]): boolean {
  const start = line.replace(bullets, '');
  const ownLabel = label.exec(start)?.[0] ?? '';
  const value = otherLabel.test(ownLabel) ? start : start.slice(ownLabel.length);
  const text = value.replace(bullets, '').toLowerCase();

  return addresses.some((address) => text.startsWith(address));
}

/** The list of text lines of an address, which the caller extends. With too many addresses, a new list is not kept. */
function linesOfAddress(linesByAddress: Map<string, string[]>, address: string): string[] {
  const lines = linesByAddress.get(address) ?? [];
  if (linesByAddress.size < 10 * recipientsMax) linesByAddress.set(address, lines);

  return lines;
}
