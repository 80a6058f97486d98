import { decodeWords } from 'postal-mime';
import type { Notice } from '#lib/bounces/notice.ts';
import { fieldIn } from '#lib/bounces/status-fields.ts';
import type { ReceivedMessage } from '#lib/mail/received-message.ts';

/** Subject and time of the returned message, according to the report. */
export interface ReturnedHeader {
  /** Empty if the report contains none. */
  readonly subject: string;
  /** When the message was written or accepted, in epoch milliseconds; NaN if the report contains no time. */
  readonly sentAt: number;
}

/** `Subject: …` and the formats of Exim, Exchange and MailMarshal. */
const subjectLine = /^[\s>]*(?:the )?subject(?: of the message is)? ?: *(\S.*)$/i;
const dateLine = /^[\s>]*(?:(?:date|sent)|the date of the message is) ?: *(\S.*)$/i;
/** Sendmail and Courier: `The original message was received at Thu, 29 Apr 2010 23:34:45 +0900`. */
const receivedLine = /^[\s>]*the original message was received (?:at|on) (\S.*)$/i;
/** Subjects of reports that return no message: `Undeliverable: Hello`, `Returned mail: Hello`. */
const ownSubject = /^(?:undeliverable(?: mail)?|undelivered mail|returned mail|not delivered) ?: *(\S.*)$/i;

/** Maximum characters of a line: RFC 5322, section 2.1.1. */
export const lineMax = 998;

/**
 * Reads only one subject and one time, so that a forged report can guess only one pair of values. The returned header takes
 * precedence over the text.
 */
export function readReturnedHeader(
  { attachedTexts, subject }: ReceivedMessage,
  notice: Notice,
): ReturnedHeader {
  const original = attachedTexts?.original ?? '';
  const field = (name: string) => fieldIn(original, name) || fieldIn(notice.returned, name);
  const lineValue = (pattern: RegExp) => firstMatch(notice.lines, pattern);
  const subjectText =
    field('subject') || lineValue(subjectLine) || (ownSubject.exec(subject.slice(0, lineMax))?.[1] ?? '');
  const timeText =
    field('date') ||
    lineValue(dateLine) ||
    arrivalIn(`${original}\n${notice.returned}`) ||
    fieldIn(attachedTexts?.status ?? '', 'arrival-date') ||
    lineValue(receivedLine);

  return {
    subject: decodeWords(subjectText.slice(0, lineMax)),
    sentAt: Date.parse(timeText.slice(0, lineMax)),
  };
}

function firstMatch(lines: readonly string[], pattern: RegExp): string {
  for (const line of lines) {
    const found = pattern.exec(line)?.[1];
    if (found !== undefined) return found.trim();
  }

  return '';
}

/** Arrival time at the first server. Each server adds its line at the top (RFC 5321, section 4.4), so the last one counts. */
function arrivalIn(header: string): string {
  const lines = header.replaceAll(/\r?\n[ \t]+/g, ' ').split('\n', 200);
  const first = lines.findLast((line) => /^received ?:/i.test(line)) ?? '';

  return first.slice(first.lastIndexOf(';') + 1).trim();
}
