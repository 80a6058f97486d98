import { phrases } from '#lib/mail/phrases.ts';
import { mentionsSender, type Senders } from '#lib/replies/text/answered-sender.ts';

/**
 * Detects the line above a quotation that names its author: `On Monday, Sam <sam@example.com> wrote:`. The phrases are from
 * the test messages of GitHub's and Crisp's email_reply_parser, Mailgun's talon and Discourse's email_reply_trimmer, and from
 * the translations of mail programs.
 */

/** Words that begin an attribution, before the date. */
const openers = phrases(`
  On | At | In message | Am | Le | El | Il | In data | Em | No dia | Op | Den | På | W dniu | Dnia | Dne
  | Dňa | În | Vào | Στις | Pada | 在 | 于 | בתאריך | 於 | في`).join('|');
const opener = new RegExp(`^(?:${openers})[ ,]`, 'u');

/** Translations of "wrote" in mail programs. */
const verbs = phrases(`
  wrote | writes | sent | said | says | schrieb(?:en sie)? | geschrieben | schreef | geschreven | a écrit
  | écrit | escribi[óo] | ha scritto | escreveu | va escriure | a scris | pisze | pise
  | napisał(?:\\(a\\)|a)? | napsala? | napsal\\(a\\) | napísala? | napisao | napisala | je napisao/la
  | skrev | kirjoitti | kirjutas | rašė | rakstīja | írta | menulis | đã viết | yazdı
  | написал(?:\\(а\\)|а)? | пише[тл]? | написав | написа | έγραψε | כתבה? | كتبت? | نوشت | लिखा | เขียน(?:ว่า)?`).join(
  '|',
);
const endsInVerb = new RegExp(`(?:^|[\\s>)\\]])(?:${verbs})[ \\t]?[:：]?$`, 'iu');
const hasVerb = /[\s>)\]](?:wrote|schrieb|schreef|skrev|írta|كتابة ما يلي بواسطة)[ \t(]/iu;
/** Languages without spaces between words. */
const endsInEasternVerb = /(?:写道|寫道|のメッセージ|のメール|작성)[ \t]?[:：]$/u;

const address = /[^\s@<>]@[^\s@<>]/;
const endsInAddress = /[^\s@<>]@[^\s@<>]{1,255}[>)][ \t]?:?$/;
const beginsWithIsoDate = /^(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}[ ,]/;
const beginsWithDate = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[ ,]/;
const beginsWithGmtDate = /^20\d\d-\d\d-\d\d \d\d:\d\d GMT[+-]\d\d:\d\d /;
/** The end of a sentence, but not an abbreviated month or hour. */
const endsSentence = /(?:\p{Ll}{4}\.|[!?])$/u;

const timeOfDay = /\d{1,2}[:.h]\d{2}/;

/** Maximum length of a weekday and a comma. */
const dayLengthMax = 16;
/** Maximum length of an attribution. It also limits the work per line. */
const lengthMax = 420;
const linesMax = 4;

/**
 * @param at index of a line that is not quoted
 * @returns the number of lines of the attribution that begins there; 0 if no attribution begins there
 */
export function countAttributionLines(lines: readonly string[], at: number, senders?: Senders): number {
  const first = plainLine(lines[at]);
  if (first === '' || !mayBegin(first)) return 0;
  let joined = '';
  for (let count = 1; count <= linesMax; count++) {
    const line = plainLine(lines[at + count - 1]);
    // A mail program may wrap a line within `<address>`. The next line is then, for example, `> wrote:`, and is not quoted.
    const isClosing = joined.lastIndexOf('<') > joined.lastIndexOf('>') && /^>[\p{L}\s]{0,20}:$/u.test(line);
    if (line === '' || (line.startsWith('>') && !isClosing)) return 0;
    joined += count === 1 ? line : ` ${line}`;
    if (joined.length > lengthMax) return 0;
    if (mayEnd(line) && isAttribution(joined, isQuotedNext(lines, at + count), senders)) {
      return beginsLater(lines, at, count, senders) ? 0 : count;
    }
    if (endsSentence.test(line)) return 0;
  }

  return 0;
}

/** The line without marks of its direction, which Gmail writes around names. */
function plainLine(line = ''): string {
  return line.replaceAll(/\p{Bidi_Control}/gu, '').trim();
}

/** A cheap check: an opening word, a date near the beginning, an address, or the end of an attribution. */
function mayBegin(line: string): boolean {
  const bare = withoutFrame(line);

  return opener.test(bare) || isDateFirst(bare) || /[:：-]$/.test(line) || /<[^<>]*@/.test(line);
}

/** A cheap check: the last line has a sign that ends an attribution. */
function mayEnd(line: string): boolean {
  return /[:：>)-]$/.test(line) || line.endsWith('wrote') || beginsWithGmtDate.test(line);
}

/** Whether the attribution at the end of these lines begins at a later line. */
function beginsLater(lines: readonly string[], at: number, count: number, senders?: Senders): boolean {
  const first = plainLine(lines[at]);
  // Without a sign of a beginning, the first line is the author's: `On Friday.` above `Sam Hill wrote:`.
  const isBegun =
    /<|,$|(?:19|20)\d\d/.test(first) ||
    beginsWithDate.test(first) ||
    (opener.test(first) && /\d\D+\d/.test(first));
  for (let later = at + 1; later < at + count; later++) {
    const rest = lines.slice(later, at + count).map(plainLine);
    const [line = ''] = rest;
    // A date begins an attribution only if the first line has begun none: it has no opening word and no `<address>`.
    const isBeginning =
      opener.test(line) ||
      (beginsWithDate.test(line) && !opener.test(first) && !first.includes('<')) ||
      (!isBegun && /^(?:["'\p{L}\d]|--)/u.test(line));
    if (isBeginning && isAttribution(rest.join(' '), isQuotedNext(lines, at + count), senders)) return true;
  }

  return false;
}

/**
 * Whether a text is an attribution. A sentence of the author may have the same form: `On 3 June 2030 the board wrote:`.
 * Without a quoted line below, an attribution must name the sender of the answered email.
 */
function isAttribution(text: string, isAboveQuotation: boolean, senders?: Senders): boolean {
  // French programs write no-break spaces before a colon.
  const bare = withoutFrame(text).replaceAll(/[\u00a0\u202f]/g, ' ');
  const isFramed = text.startsWith('--') && text.endsWith('--');
  const hasAddress = address.test(bare);
  const namesSender = senders !== undefined && mentionsSender(bare, senders);
  const isProven = senders === undefined ? hasAddress || timeOfDay.test(bare) : namesSender;
  if (!isProven && !isAboveQuotation && !isFramed) return false;
  if (hasForm(bare, isFramed, isAboveQuotation)) return true;
  // The verb may be in a language that is not known.
  const hasEnd = isFramed || /[:：]$/.test(bare);

  return isAboveQuotation && hasEnd && /\d/.test(bare) && (hasAddress || namesSender);
}

/**
 * Whether a text has the form of an attribution. The less its end proves, the more other signs are required: an opening word,
 * a date, an address, a frame, or a quoted line below.
 */
function hasForm(bare: string, isFramed: boolean, isAboveQuotation: boolean): boolean {
  const hasDigit = /\d/.test(bare);
  const hasAddress = address.test(bare);
  const hasOpener = opener.test(bare);
  const hasAnySign = hasOpener || hasDigit || hasAddress || bare.includes(' via ') || isAboveQuotation;
  if (endsInVerb.test(bare)) {
    return /[:：]$/.test(bare) ? hasAnySign : isFramed || (hasOpener && hasDigit && hasAddress);
  }
  if (endsInEasternVerb.test(bare)) return hasDigit || hasAddress;
  // The verb may precede the date: `Sam wrote (3 June 2030):`.
  if (bare.endsWith(':') && hasVerb.test(bare)) {
    return isAboveQuotation || hasAddress || (hasOpener && hasDigit);
  }
  // Without a verb: `2030-06-03 10:15 GMT+02:00 Sam`, or a date and an address as in `2030-06-03 Sam <sam@example.com>`.
  if (!endsInAddress.test(bare)) return beginsWithGmtDate.test(bare);

  return beginsWithIsoDate.test(bare) || (bare.endsWith(':') && isDateFirst(bare) && /\d{4}/.test(bare));
}

/** Whether a digit is near the beginning, as in `Mon, 3 Jun`. */
function isDateFirst(text: string): boolean {
  const digit = text.search(/\d/);

  return digit !== -1 && digit <= dayLengthMax;
}

/** Removes the frame of an attribution such as `---- On … wrote ----`. */
function withoutFrame(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && ' -*_'.includes(text.charAt(start))) start++;
  while (end > start && ' -*_'.includes(text.charAt(end - 1))) end--;

  return text.slice(start, end);
}

/** Whether the next line with text is quoted. */
function isQuotedNext(lines: readonly string[], at: number): boolean {
  for (let next = at; next < at + linesMax; next++) {
    const line = lines[next]?.trimStart() ?? '';
    if (line !== '') return line.startsWith('>');
  }

  return false;
}
