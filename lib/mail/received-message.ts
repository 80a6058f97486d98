import PostalMime, { decodeWords, type Email } from 'postal-mime';
import { htmlToText } from '#lib/html/html-to-text.ts';
import { type AttachedTexts, attachedMax, attachedTextsOf } from '#lib/mail/attached-texts.ts';
import { messageBytesMax } from '#lib/mail/message-limits.ts';
import { toSingleLine } from '#lib/values/text/single-line.ts';

/**
 * The parts of a received message that its classification needs. Values of headers are one line without control characters:
 * encoded words could contain line breaks.
 */
export interface ReceivedMessage {
  /** Content of the From field, valid or not; undefined if it is missing or empty. */
  readonly from: string | undefined;
  /** Display name in the From field; empty if it has none. */
  readonly fromName: string;
  /** The Cc field, without the names of groups. Addresses may be invalid. */
  readonly cc: readonly Mailbox[];
  readonly subject: string;
  /** Empty if the message has none. */
  readonly messageId: string;
  /** Values by lower-case name. A name may have several values. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly text: string;
  /** As received, unsafe to display; undefined if the message has no HTML. */
  readonly html: string | undefined;
  readonly attachments: readonly AttachedFile[];
  /** Whether the message is longer than the part that was read. */
  readonly isTruncated: boolean;
  /** Undefined if the message has no attachments. */
  readonly attachedTexts: AttachedTexts | undefined;
}

export interface Mailbox {
  /** Empty if it has none. */
  readonly name: string;
  readonly email: string;
}

/** Description of an attachment. Its content is not kept. */
export interface AttachedFile {
  readonly name: string | null;
  readonly type: string;
  /** Of the part that was read, after decoding. */
  readonly sizeBytes: number;
}

const limits = { maxNestingDepth: 10, maxHeadersSize: 262_144, maxRfc822NestingDepth: 0 } as const;
const partsMax = 100;
/** Maximum values of one header field, for fields that occur repeatedly. */
const sameNameMax = 20;
/**
 * Characters of HTML that are kept. Parsed elements need a hundred times their length in memory. Mail programs write up to
 * half of this length of styles before the text.
 */
const htmlLengthMax = 131_072;
/** More lines than 320 KB of text have with 78 characters per line (RFC 5322, section 2.1.1). */
const linesMax = 5000;

/**
 * Parses the fetched part of a message. Attached messages are returned unparsed. Time and memory grow linearly with the
 * input.
 * @returns undefined if the message is nested too deeply or has too many parts
 */
export async function readMessage(source: Buffer): Promise<ReceivedMessage | undefined> {
  if (countParts(source) > partsMax) return undefined;
  try {
    const beginning = firstLines(source);
    const isTruncated = beginning.length < source.length || source.length >= messageBytesMax;
    const email = await PostalMime.parse(disableFlowedFormat(beginning), {
      ...limits,
      forceRfc822Attachments: true,
    });

    return toReceivedMessage(email, source, isTruncated);
  } catch {
    // The parser throws when a limit is exceeded.
    return undefined;
  }
}

/** The parser needs the same time for an empty line as for a full one: 320 KB of line ends would take seconds. */
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
 * The parser joins flowed lines of different quote depths, which RFC 3676, section 4.5, forbids. A reply could become a part of
 * the quotation. Therefore flowed text is parsed as fixed lines. Only headers are changed: of the message, and below each line
 * that may begin a part.
 */
function disableFlowedFormat(source: Buffer): Buffer {
  let isInHeader = true;
  const lines = source.toString('latin1').split('\n');
  const fixed = lines.map((line) => {
    isInHeader = /^--\S/.test(line) || (isInHeader && /[^\r]/.test(line));

    return isInHeader ? line.replaceAll(/(\bformat[ \t]?=[ \t]?"?)flowed\b/gi, '$1fixed') : line;
  });

  return Buffer.from(fixed.join('\n'), 'latin1');
}

/** The header of a message, including the end of its last line. */
export function readHeaderBytes(source: Buffer): Buffer {
  const lastLineEnd = /\r?\n(?=\r?\n)/.exec(source.toString('latin1'));

  return lastLineEnd ? source.subarray(0, lastLineEnd.index + lastLineEnd[0].length) : source;
}

/**
 * Counts the lines that may begin a part, which are at least as many as the parts. A line of only two hyphens begins no part.
 * Stops after more than `partsMax`.
 */
function countParts(source: Buffer): number {
  let parts = 0;
  for (let at = source.indexOf('\n--'); at >= 0 && parts <= partsMax; at = source.indexOf('\n--', at + 3)) {
    if (source[at + 3] !== 0x0a && source[at + 3] !== 0x0d) parts += 1;
  }

  return parts;
}

function toReceivedMessage(email: Email, source: Buffer, isTruncated: boolean): ReceivedMessage {
  const headers = [...Map.groupBy(email.headers, ({ key }) => key)].map(
    ([key, fields]) =>
      [key, fields.slice(0, sameNameMax).map(({ value }) => toSingleLine(decodeWords(value)))] as const,
  );
  const { address = '', name = '' } = email.from ?? {};
  const html = email.html?.slice(0, htmlLengthMax);
  const hasParts = email.html !== undefined || email.attachments.length > 0;
  // Some programs send an empty text part beside the HTML.
  const hasText = email.text !== undefined && (html === undefined || email.text.trim() !== '');
  const textWithoutPart = () => (hasParts ? htmlToText(html ?? '') : bodyOf(source));

  return {
    from: toSingleLine(address) || toSingleLine(name) || undefined,
    fromName: toSingleLine(name),
    cc: (email.cc ?? []).flatMap((entry) => (entry.group ?? [entry]).map(toMailbox)),
    subject: toSingleLine(email.subject ?? ''),
    messageId: toSingleLine(email.messageId ?? '').replaceAll(/\s+/g, ''),
    headers: new Map(headers),
    text: hasText ? (email.text ?? '') : textWithoutPart(),
    html,
    attachments: email.attachments.map(toAttachedFile),
    isTruncated: isTruncated || (email.html?.length ?? 0) > htmlLengthMax,
    attachedTexts: attachedTextsOf(email),
  };
}

const toMailbox = ({
  name = '',
  address = '',
}: {
  readonly name?: string;
  readonly address?: string;
}): Mailbox => ({
  name: toSingleLine(name),
  email: toSingleLine(address),
});

function toAttachedFile({ filename, mimeType, content }: Email['attachments'][number]): AttachedFile {
  const sizeBytes = typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;

  return { name: filename && toSingleLine(filename), type: toSingleLine(mimeType), sizeBytes };
}

/** Some systems declare a multipart message but write no boundaries, so the parser finds no text. */
function bodyOf(source: Buffer): string {
  const start = readHeaderBytes(source).length;

  return source.toString('utf8', start, start + attachedMax).trim();
}
