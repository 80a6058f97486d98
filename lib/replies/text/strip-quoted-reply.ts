import { phrases } from '#lib/mail/phrases.ts';
import type { Senders } from '#lib/replies/text/answered-sender.ts';
import { countAttributionLines } from '#lib/replies/text/attribution.ts';
import { countQuotedHeaderLines } from '#lib/replies/text/quoted-header.ts';

/** Characters read of a text. A reply below a longer quotation is not found. */
const lengthMax = 65_536;
/** Minimum length of a quoted line that a mail program wraps. */
const wrappedLengthMin = 60;
/** Maximum lines of a signature or a mailing list's footer. */
const footerLinesMax = 10;
/** What a mailing list's footer has. A line to sign on does not have it. */
const listFooter = /^.{0,200}\b(?:mailing[- ]?list|listinfo|unsubscribe)\b/i;

/** Text of separators such as `----- Original Message -----`. All text below them is quoted. */
const separators = phrases(`
  original message | forwarded message | reply message | original appointment | original email
  | ursprüngliche nachricht | original-nachricht | originalnachricht | weitergeleitete nachricht
  | antwort nachricht | message d’origine | message d'origine | message original | message transféré
  | mensaje original | mensaje reenviado | messaggio originale | messaggio inoltrato | mensagem original
  | mensagem encaminhada | oorspronkelijk bericht | doorgestuurd bericht | oprindelig meddelelse
  | oprindelig besked | opprinnelig melding | ursprungligt meddelande | originalmeddelande
  | alkuperäinen viesti | wiadomość oryginalna | oryginalna wiadomość | původní zpráva | pôvodná správa
  | eredeti üzenet | mesaj original | orijinal mesaj | исходное сообщение | пересылаемое сообщение
  | пересланное сообщение | початкове повідомлення | 原始邮件 | 原始郵件 | 转发邮件 | 元のメッセージ | 원본 메시지 | 원본 메일`);
/** Beginnings of separators that need no dashes. */
const forwarded = phrases(`
  begin forwarded message | début du message réexpédié | début du message transféré
  | anfang der weitergeleiteten | inizio messaggio inoltrato | inicio del mensaje reenviado
  | início da mensagem reencaminhada | begin doorgestuurd bericht | start på vidarebefordrat`);
const phraseLengthMax = 80;
/** Maximum length of a line that has text before an attribution. */
const splitLengthMax = 320;
/** Lines below an attribution that prove it. */
const linesBelow = 4;

interface Reading {
  readonly lines: readonly string[];
  readonly senders: Senders | undefined;
  /** The lines that the reply's author wrote. */
  readonly ownLines: string[];
  /** Whether `ownLines` has text. */
  hasText: boolean;
  /**
   * Whether the reply has text above its first quotation; undefined until that quotation is reached. If it has, a signature
   * below belongs to the quotation.
   */
  isTopPosted: boolean | undefined;
}

/**
 * Removes the quotations from a reply. Text above, between and below quoted lines is kept, including the author's signature.
 * A quotation without `>` continues to the end.
 * @param senders of the answered email; undefined if they are not known
 * @returns an empty text if all of it is quoted
 */
export function stripQuotedReply(text: string, senders?: Senders): string {
  const lines = text
    .slice(0, lengthMax)
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .flatMap((_, at, all) => splitAttribution(all, at, senders));
  const reading: Reading = { lines, senders, ownLines: [], hasText: false, isTopPosted: undefined };
  for (let at = 0; at < lines.length; ) {
    const next = readLine(reading, at);
    if (next === undefined) return ownText(reading);
    at = next;
  }

  return ownText(reading);
}

/** @returns the next line to read; undefined if the rest is quoted */
function readLine(reading: Reading, at: number): number | undefined {
  const { lines, senders } = reading;
  const line = lines[at] ?? '';
  if (isQuoted(line) || isWrapped(reading, at)) {
    reading.isTopPosted ??= reading.hasText;

    return at + 1;
  }
  const attributionCount = countAttributionLines(lines, at, senders);
  if (attributionCount > 0) return afterIntroduction(reading, at + attributionCount);
  const headerCount = countQuotedHeaderLines(lines, at, senders);
  // A header at the beginning of the text is from a gateway or from a forwarded message without a comment.
  if (headerCount > 0 && !reading.hasText) return at + headerCount;
  if (headerCount > 0) return afterIntroduction(reading, at + headerCount);
  if (isSeparator(line)) return afterIntroduction(reading, at + 1);
  if (isFooter(reading, at)) return undefined;
  reading.ownLines.push(line);
  reading.hasText ||= line.trim() !== '' && !isRuler(line);

  return at + 1;
}

/**
 * Skips the empty lines below an attribution, a header or a separator. A quotation with `>` ends with its last `>`; without
 * `>`, it continues to the end.
 * @returns the first quoted line; undefined if the rest is quoted
 */
function afterIntroduction(reading: Reading, at: number): number | undefined {
  const { lines } = reading;
  reading.isTopPosted ??= reading.hasText;
  let next = at;
  while (next < lines.length && lines[next]?.trim() === '') next++;

  return isQuoted(lines[next] ?? '') ? next : undefined;
}

/** A line such as `>>> here <<<` draws attention to its text. */
function isQuoted(line: string): boolean {
  return line.trimStart().startsWith('>') && !line.trimEnd().endsWith('<<');
}

/**
 * Whether a line is the wrapped rest of a quoted line. Checked only below a reply, where no further answer is expected. At most
 * two wrapped lines may stand between two quoted lines.
 */
function isWrapped({ lines, isTopPosted }: Reading, at: number): boolean {
  // The first and the last wrapped line: this line, or the line next to it on a side without a quoted line.
  const firstAt = isQuoted(lines[at - 1] ?? '') ? at : at - 1;
  const lastAt = isQuoted(lines[at + 1] ?? '') ? at : at + 1;
  const quotedBefore = lines[firstAt - 1] ?? '';
  const isBetweenQuotedLines = isQuoted(quotedBefore) && isQuoted(lines[lastAt + 1] ?? '');
  const hasEmptyLine = [firstAt, at, lastAt].some((index) => lines[index]?.trim() === '');
  if (!isTopPosted || !isBetweenQuotedLines || hasEmptyLine || lastAt - firstAt > 1) return false;
  const hasOpenLink = quotedBefore.lastIndexOf('(http') > quotedBefore.lastIndexOf(')');

  return hasOpenLink || quotedBefore.length >= wrappedLengthMin;
}

function isSeparator(line: string): boolean {
  const text = line.trim();
  if (text.length > phraseLengthMax || text.length < 4) return false;
  const bare = text.replace(/^[-_*>\s]+/, '').toLowerCase();
  const isOf = (phrase: string) => bare.startsWith(phrase);
  if (/[:：][-_* ]*$/.test(text) && forwarded.some(isOf)) return true;

  return (
    /^[*]?[-_]{2}/.test(text) &&
    separators.some((phrase) => isOf(phrase) && /^[-_* :]*$|[-_*]{2}$/.test(bare.slice(phrase.length)))
  );
}

/**
 * Whether a signature below a quotation begins at this line, or a mailing list's footer, which begins with underscores. A longer
 * text is the author's.
 */
function isFooter({ lines, senders, isTopPosted }: Reading, at: number): boolean {
  const line = (lines[at] ?? '').trim();
  const isSignature = isTopPosted === true && /^(?:--|—|__)$/.test(line);
  if (!isSignature && !/^_{10,}$/.test(line)) return false;
  const footer: string[] = [];
  for (let next = at + 1; next < lines.length; next++) {
    const text = lines[next] ?? '';
    if (text.trim() === '') continue;
    const isFirst = footer.length === 0;
    if (isFirst && (countQuotedHeaderLines(lines, next, senders) > 0 || isSeparator(text))) return true;
    if (isQuoted(text) || countAttributionLines(lines, next, senders) > 0) return false;
    footer.push(text);
    if (footer.length > footerLinesMax) return false;
  }

  return isSignature || footer.some((text) => listFooter.test(text));
}

/** Splits a line such as `Yes. On Mon, 3 Jun 2030, Sam wrote:`. */
function splitAttribution(lines: readonly string[], at: number, senders?: Senders): string[] {
  const line = lines[at] ?? '';
  const text = line.trimEnd();
  if (text.length > splitLengthMax || !text.endsWith(':')) return [line];
  const beforeAt = text.search(/[ .!?-]On (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|[A-Z][a-z]{2} \d)/);
  if (beforeAt < 1) return [line];
  const attribution = text.slice(text.indexOf('On ', beforeAt));
  const below = lines.slice(at + 1, at + 1 + linesBelow);
  if (countAttributionLines([attribution, ...below], 0, senders) !== 1) return [line];
  let textEnd = beforeAt + 1;
  while (textEnd > 0 && ' -'.includes(text.charAt(textEnd - 1))) textEnd--;

  return [text.slice(0, textEnd), attribution];
}

function isRuler(line: string): boolean {
  return /^[-_=*]{3,}$/.test(line.trim());
}

/** The author's text, without the ruler that a mail program draws above a quotation. */
function ownText({ ownLines, hasText, isTopPosted }: Reading): string {
  if (!hasText) return '';
  const isKept = (line: string) => line.trim() !== '' && !(isTopPosted && isRuler(line));

  return ownLines.slice(0, ownLines.findLastIndex(isKept) + 1).join('\n');
}
