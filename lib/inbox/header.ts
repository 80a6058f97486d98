import { decodeWords } from 'postal-mime';
import { isFromMailSystem, isReportSubject } from '#lib/bounces/signs.ts';
import { findMentions, type MessageMention } from '#lib/mail/message-id.ts';
import { replacedIdsIn } from '#lib/mail/server-id.ts';

/** What a header says, read without a MIME parser: anybody can send any header, so this must stay cheap. */
export interface MessageHeader {
  /** Emails of ours that it claims to answer. Unverified. */
  readonly mentions: readonly MessageMention[];
  /** It answers a message whose `Message-ID` a mail server replaced. */
  readonly answersReplacedId: boolean;
  /** It claims to be a mail server's report, which names its email in the body. */
  readonly mayBeReport: boolean;
  /** Empty when it has none. */
  readonly messageId: string;
}

/** RFC 5322, section 2.1.1: a line has at most 998 characters. A list of references may fill several. */
const valueLengthMax = 16_384;

export function readHeader(header: Buffer): MessageHeader {
  const lines = header
    .toString('latin1')
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n[ \t]/g, ' ')
    .split('\n');
  const valuesOf = (name: string) =>
    lines
      .filter((line) => line.slice(0, name.length + 1).toLowerCase() === `${name}:`)
      .map((line) => line.slice(name.length + 1, valueLengthMax).trim());
  const mentionsOf = (name: string) =>
    findMentions(decodeWords(valuesOf(name).join(' ').slice(0, valueLengthMax)));

  return {
    mentions: [
      ...mentionsOf('in-reply-to'),
      ...mentionsOf('references').reverse(),
      ...mentionsOf('x-ms-exchange-parent-message-id'),
    ],
    answersReplacedId: ['in-reply-to', 'references'].some(
      (name) => replacedIdsIn(valuesOf(name).join(' ').slice(0, valueLengthMax)).length > 0,
    ),
    mayBeReport:
      valuesOf('content-type').some((value) => /^multipart\/report\b/i.test(value)) ||
      valuesOf('from').some(isFromMailSystem) ||
      valuesOf('return-path').some((value) => isFromMailSystem(value)) ||
      valuesOf('x-failed-recipients').length > 0 ||
      valuesOf('subject').some((value) => isReportSubject(decodeWords(value.slice(0, 998)))),
    messageId: valuesOf('message-id')[0] ?? '',
  };
}

/** Parts whose content is decoded: a report has three. */
const encodedPartsMax = 10;

/** Emails of ours that a message names anywhere, as it is or in base64 or quoted-printable. Unverified. */
export function mentionsInSource(source: Buffer): MessageMention[] {
  const text = source.toString('latin1').replaceAll('\r\n', '\n');
  const encoded = text
    .split(/^content-transfer-encoding:[ \t]*base64/im, encodedPartsMax + 1)
    .slice(1)
    .map((part) => part.slice(part.indexOf('\n\n')).split('\n--', 1)[0] ?? '')
    .map((body) => Buffer.from(body, 'base64').toString('latin1'));

  return [text.replaceAll('=\n', ''), ...encoded].flatMap(findMentions);
}
