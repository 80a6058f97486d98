import { decodeWords } from 'postal-mime';
import { isFromMailSystem, isReportSubject } from '#lib/bounces/report-signs.ts';
import { findMentions, type MessageMention, mentionsMessage } from '#lib/mail/message-id.ts';
import { findReplacedIds } from '#lib/mail/server-id.ts';
import { isEmailAddress, normaliseEmail } from '#lib/values/email-address.ts';

/** Fields of a header, read without a MIME parser, because headers of hostile messages must stay cheap to read. */
export interface MessageHeader {
  /** Our messages that `In-Reply-To` and `References` name. Unverified. */
  readonly mentions: readonly MessageMention[];
  /** Whether it answers a message with a `Message-ID` that a mail server replaced. */
  readonly answersReplacedId: boolean;
  /** Whether it may be a mail server's report, which names the message in its body. */
  readonly mayBeReport: boolean;
  /** The normalised address in From; undefined if it is not exactly one address. Unverified. */
  readonly from: string | undefined;
  /** Whether a mailing list or a sender without an inbox sent it. */
  readonly isMassMail: boolean;
  /** Whether it has the `Message-ID` of one of our messages. Unverified. */
  readonly hasOwnId: boolean;
  /** The date that its sender wrote, in epoch milliseconds; NaN if it has none. */
  readonly date: number;
  /** Empty if the header has no such field. */
  readonly messageId: string;
}

/** Several lines of references. RFC 5322, section 2.1.1: a line has at most 998 characters. */
const valueLengthMax = 16_384;
/** Ten times the fields of a long header. A hostile one has up to 160,000. */
const fieldsMax = 2000;

/** Fields that mailing lists and newsletters have (RFC 2919, RFC 2369), but answers of persons and absence notices do not. */
const massMailFields = ['list-id', 'list-post', 'list-unsubscribe'];
const unattended = /^(?:no|do-?not)[-._]?reply\b/;

/** Reads the fields that decide whether a message is fetched. */
export function readHeader(header: Buffer): MessageHeader {
  const lines = header
    .toString('latin1')
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n[ \t]/g, ' ')
    .split('\n', fieldsMax);
  const valuesOf = (name: string) =>
    lines
      .filter((line) => line.slice(0, name.length + 1).toLowerCase() === `${name}:`)
      .map((line) => line.slice(name.length + 1, valueLengthMax).trim());
  const [messageId = '', from] = [valuesOf('message-id')[0], addressOf(valuesOf('from'))];
  const mentionsOf = (name: string) =>
    findMentions(decodeWords(valuesOf(name).join(' ').slice(0, valueLengthMax)));

  return {
    mentions: [
      ...mentionsOf('in-reply-to'),
      ...mentionsOf('references').reverse(),
      ...mentionsOf('x-ms-exchange-parent-message-id'),
    ],
    answersReplacedId: ['in-reply-to', 'references'].some(
      (name) => findReplacedIds(valuesOf(name).join(' ').slice(0, valueLengthMax)).length > 0,
    ),
    mayBeReport:
      valuesOf('content-type').some((value) => /^multipart\/report\b/i.test(value)) ||
      [...valuesOf('from'), ...valuesOf('return-path')].some(isFromMailSystem) ||
      valuesOf('x-failed-recipients').length > 0 ||
      valuesOf('subject').some((value) => isReportSubject(decodeWords(value.slice(0, 998)))),
    from,
    isMassMail: massMailFields.some((name) => valuesOf(name).length > 0) || unattended.test(from ?? ''),
    hasOwnId: mentionsMessage(messageId),
    date: Date.parse((valuesOf('date')[0] ?? '').slice(0, 100)),
    messageId,
  };
}

/** The address in angle brackets, or the whole value without a comment after it. */
function addressOf(values: readonly string[]): string | undefined {
  const value = (values[0] ?? '').slice(0, 998);
  const start = value.lastIndexOf('<') + 1;
  const address = start > 0 ? value.slice(start).split('>', 1)[0] : value.split('(', 1)[0];
  const trimmed = (address ?? '').trim();

  return values.length === 1 && isEmailAddress(trimmed) ? normaliseEmail(trimmed) : undefined;
}

/** Maximum decoded parts. A report has three. */
const encodedPartsMax = 10;

/** Finds our ids anywhere in a message: in plain text, base64 and quoted-printable. Unverified. */
export function mentionsInSource(source: Buffer): MessageMention[] {
  const text = source.toString('latin1').replaceAll('\r\n', '\n');
  const encoded = text
    .split(/^content-transfer-encoding:[ \t]*base64/im, encodedPartsMax + 1)
    .slice(1)
    .map((part) => part.slice(part.indexOf('\n\n')).split('\n--', 1)[0] ?? '')
    .map((body) => Buffer.from(body, 'base64').toString('latin1'));

  return [text.replaceAll('=\n', ''), ...encoded].flatMap(findMentions);
}
