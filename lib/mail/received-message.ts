import PostalMime, { decodeWords, type Email } from 'postal-mime';
import { htmlToText } from '#lib/html/html-to-text.ts';

/** A message as far as anybody asks what it is. */
export interface ReceivedMail {
  /** What the From field holds, valid or not; undefined when it is missing or empty. */
  readonly from: string | undefined;
  readonly subject: string;
  /** Empty when it has none. */
  readonly messageId: string;
  /** By name in lower case; each may stand there several times. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly text: string;
  /** Undefined when nothing of a report is attached. */
  readonly report: AttachedReport | undefined;
}

/** What a mail system attaches to a report; each may be cut off. */
interface AttachedReport {
  /** RFC 3464; empty when there is none. */
  readonly status: string;
  /** The message that the report is about, or its header; empty when it is not returned. */
  readonly original: string;
  /** RFC 5965: feedback about a message. */
  readonly feedback: string | undefined;
  /** Other attached text: some systems attach the header of the returned message under a type of their own. */
  readonly attached: string;
}

const limits = { maxNestingDepth: 10, maxHeadersSize: 262_144, maxRfc822NestingDepth: 0 } as const;
const partsMax = 100;
const sameNameMax = 20;
/** Styles that mail programs put first take up to half of it. Its elements take a hundred times their length in memory. */
const htmlLengthMax = 131_072;
/** More than 320 KB have in lines of 78 characters (RFC 5322, section 2.1.1). */
const linesMax = 5000;

/**
 * Takes a message apart, as far as it has been fetched. What a message contains is handed on as it is and never looked
 * into, however deep it goes. Time and memory are in proportion to the input.
 * @returns undefined for what is too deep, or has too many parts, to be meant seriously
 */
export async function readMessage(source: Buffer): Promise<ReceivedMail | undefined> {
  if (countParts(source) > partsMax) return undefined;
  try {
    const parsed = PostalMime.parse(withFixedLines(firstLines(source)), {
      ...limits,
      forceRfc822Attachments: true,
    });

    return received(await parsed, source);
  } catch {
    // The parser throws where a limit is passed.
    return undefined;
  }
}

/** The parser needs as long for an empty line as for a full one: 320 KB of bare line ends took it seconds. */
function firstLines(source: Buffer): Buffer {
  let end = 0;
  for (let line = 0; line < linesMax; line++) {
    const at = source.indexOf(0x0a, end);
    if (at === -1) return source;
    end = at + 1;
  }

  return source.subarray(0, end);
}

/**
 * The parser joins flowed lines of different quote depth, which RFC 3676, section 4.5, forbids: an answer becomes a part of
 * the quotation. So the parser gets them as fixed lines.
 */
function withFixedLines(source: Buffer): Buffer {
  const text = source.toString('latin1');
  const fixed = text.replaceAll(/(\bformat[ \t]?=[ \t]?"?)flowed\b/gi, '$1fixed');

  return fixed === text ? source : Buffer.from(fixed, 'latin1');
}

/** A message without what follows its header. */
export function headerOf(source: Buffer): Buffer {
  const [end] = ['\r\n\r\n', '\n\n'].map((border) => source.indexOf(border)).filter((at) => at >= 0);

  return end === undefined ? source : source.subarray(0, end + 2);
}

/** Lines that could begin a part: never fewer than the parts there are. */
function countParts(source: Buffer): number {
  let parts = 0;
  for (
    let at = source.indexOf('\n--');
    at >= 0 && parts <= 10 * partsMax;
    at = source.indexOf('\n--', at + 3)
  ) {
    if (source[at + 3] !== 0x0a && source[at + 3] !== 0x0d) parts += 1;
  }

  return parts;
}

function received(email: Email, source: Buffer): ReceivedMail {
  const headers = new Map<string, string[]>();
  for (const { key, value } of email.headers) {
    const values = headers.get(key);
    if (!values) headers.set(key, [decodeWords(value)]);
    // One name a thousand times is nobody's way to say something.
    else if (values.length < sameNameMax) values.push(decodeWords(value));
  }
  const { address = '', name = '' } = email.from ?? {};

  return {
    from: address.trim() || name.trim() || undefined,
    subject: (email.subject ?? '').trim(),
    messageId: (email.messageId ?? '').replaceAll(/\s+/g, ''),
    headers,
    text:
      email.text ??
      (hasParts(email) ? htmlToText((email.html ?? '').slice(0, htmlLengthMax)) : bodyOf(source)),
    report: reportOf(email),
  };
}

function hasParts({ html, attachments }: Email): boolean {
  return html !== undefined || attachments.length > 0;
}

/** Some systems announce parts and write none of their boundaries: then the parser finds no text. */
function bodyOf(source: Buffer): string {
  return source
    .subarray(headerOf(source).length, headerOf(source).length + attachedMax)
    .toString()
    .trim();
}

const statusTypes: readonly string[] = ['message/delivery-status', 'message/global-delivery-status'];
const originalTypes: readonly string[] = [
  'message/rfc822',
  'text/rfc822-headers',
  'text/rfc822-header',
  'message/rfc822-headers',
  'message/partial',
  'message/global',
  'message/global-headers',
];
const feedbackTypes: readonly string[] = ['message/feedback-report'];

/** Of an attachment no more is looked at; and of all others together no more than twice this. */
const attachedMax = 65_536;

function reportOf({ attachments }: Email): ReceivedMail['report'] {
  if (attachments.length === 0) return undefined;
  const contentOf = (types: readonly string[]) => {
    const found = attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()));

    return found && textOf(found);
  };
  const known = [...statusTypes, ...originalTypes, ...feedbackTypes];
  const others = attachments.filter(
    ({ mimeType }) => /^(?:text|message)\//.test(mimeType) && !known.includes(mimeType.toLowerCase()),
  );

  return {
    status: contentOf(statusTypes) ?? '',
    original: contentOf(originalTypes) ?? '',
    feedback: contentOf(feedbackTypes),
    attached: others.slice(0, 2).map(textOf).join('\n'),
  };
}

function textOf({ content }: Email['attachments'][number]): string {
  const text = typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString();

  return text.slice(0, attachedMax);
}
