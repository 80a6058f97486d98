import PostalMime, { decodeWords, type Email } from 'postal-mime';
import { htmlToText } from '#lib/emails/html-to-text.ts';

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
  /** RFC 3464: what a mail server reports, and the message that it reports of; either may be cut off. */
  readonly report: { readonly status: string; readonly original: string } | undefined;
}

const limits = { maxNestingDepth: 10, maxHeadersSize: 262_144, maxRfc822NestingDepth: 0 } as const;
const partsMax = 100;
const sameNameMax = 20;
/** More than twice as many as 320 KB have in lines of 78 characters (RFC 5322, section 2.1.1). */
const linesMax = 10_000;

/**
 * Takes a message apart, as far as it has been fetched. What a message contains is handed on as it is and never looked
 * into, however deep it goes. Time and memory are in proportion to the input.
 * @returns undefined for what is too deep, or has too many parts, to be meant seriously
 */
export async function readMessage(source: Buffer): Promise<ReceivedMail | undefined> {
  if (countParts(source) > partsMax) return undefined;
  try {
    const parsed = PostalMime.parse(firstLines(source), { ...limits, forceRfc822Attachments: true });

    return received(await parsed);
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

function received(email: Email): ReceivedMail {
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
    text: email.text ?? htmlToText(email.html ?? ''),
    report: reportOf(email),
  };
}

const statusTypes: readonly string[] = ['message/delivery-status', 'message/global-delivery-status'];
const originalTypes: readonly string[] = [
  'message/rfc822',
  'text/rfc822-headers',
  'message/global',
  'message/global-headers',
];

function reportOf({ attachments }: Email): ReceivedMail['report'] {
  const contentOf = (types: readonly string[]) => {
    const content = attachments.find(({ mimeType }) => types.includes(mimeType))?.content;

    return content === undefined || typeof content === 'string'
      ? content
      : Buffer.from(content as ArrayBuffer).toString();
  };
  const status = contentOf(statusTypes);

  return status === undefined ? undefined : { status, original: contentOf(originalTypes) ?? '' };
}
