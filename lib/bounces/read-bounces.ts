import { classifyFailure } from '#lib/bounces/classify-failure.ts';
import { type ClassifiedRecipient, classifyGroups } from '#lib/bounces/classify-groups.ts';
import { classifyLines, classifyText } from '#lib/bounces/classify-text.ts';
import { addressesIn, type FailedRecipient, failedRecipients } from '#lib/bounces/failed-recipients.ts';
import { mentionsInReport } from '#lib/bounces/mentions.ts';
import { type Notice, readNotice, reasonLines } from '#lib/bounces/notice.ts';
import { isFromMailSystem, isReportSubject, namesMailSystem } from '#lib/bounces/report-signs.ts';
import { lineMax } from '#lib/bounces/returned-header.ts';
import { isSesNotification, readSesNotification } from '#lib/bounces/ses-notification.ts';
import { fieldIn, type RecipientStatus, readStatusFields } from '#lib/bounces/status-fields.ts';
import type { MessageMention } from '#lib/mail/message-id.ts';
import type { ReceivedMessage } from '#lib/mail/received-message.ts';

/** A mail system's report about a message that it did not deliver to a recipient. */
export interface Bounce extends ClassifiedRecipient {
  /** Our messages that the report names. Unverified. */
  readonly mentions: readonly MessageMention[];
}

/**
 * Reads a delivery report (RFC 3464), or the text of a notice from systems without such reports. Success reports and
 * receipts (RFC 8098) are not bounces. Pure. The content may be forged.
 */
export function readBounces(message: ReceivedMessage): Bounce[] {
  if (!isReport(message)) return [];
  const notice = readNotice(message.text);
  const mentions = mentionsInReport(message, notice);
  const groups = statusGroups(message, notice);
  // Amazon SES has JSON instead of a readable notice.
  const hasFields = groups.length > 0 || isSesNotification(message);
  const classified = hasFields ? classifyGroups(groups, notice) : classifyNotice(message, notice);
  const returnedTo = returnedRecipients(message, notice.returned);

  return classified.map(({ addresses, ...each }) => ({
    ...each,
    addresses: withReturnedAddress(addresses, returnedTo),
    mentions,
  }));
}

/** Whether a message may be a mail system's report on delivery. Receipts and complaints are not. */
export function isReport({ from = '', subject, headers, attachedTexts }: ReceivedMessage): boolean {
  const types = headers.get('content-type') ?? [];
  // A header can be very long, so only its start is searched.
  if (types.some((each) => /\b(?:disposition-notification|feedback-report)\b/i.test(each.slice(0, 1000))))
    return false;

  return (
    hasReportType(headers) ||
    headers.has('x-failed-recipients') ||
    // RFC 5321, section 4.5.5: reports have no return path. Automatic replies have none either, but return no message.
    (hasNoReturnPath(headers) && (attachedTexts?.original ?? '') !== '') ||
    isFromMailSystem(from) ||
    isReportSubject(subject)
  );
}

/** Whether the message has the content type of a report (RFC 6522). Unlike `isReport`, it includes read receipts. */
export function hasReportType(headers: ReceivedMessage['headers']): boolean {
  return (headers.get('content-type') ?? []).some((value) => /^\s*multipart\/report\b/i.test(value));
}

export function hasNoReturnPath(headers: ReceivedMessage['headers']): boolean {
  return (headers.get('return-path') ?? []).some((value) => value.trim() === '<>');
}

/** The statuses in the fields of a report, by recipient; empty if the report has no fields. */
function statusGroups(message: ReceivedMessage, notice: Notice): RecipientStatus[] {
  const sesGroups = readSesNotification(message);
  if (sesGroups.length > 0) return sesGroups;
  const reportGroups = readStatusFields(message.attachedTexts?.status ?? '');
  if (reportGroups.length > 0) return reportGroups;
  // Amazon WorkMail writes the fields into the text.
  const text = notice.lines.join('\n');

  return /^(?:final|original)-recipient:/im.test(text) ? readStatusFields(text) : [];
}

/** Phrases for a message that the server still retries. */
const retryPhrases =
  /\b(?:has been delayed|not yet been delivered|attempts will continue|warning message only|will be retried|still trying|is delayed)\b/i;
/** Phrases for a delivered message. */
const deliveredPhrases =
  /\b(?:was successfully|successfully delivered|has been delivered to|\(success\)|\(relayed\))/i;

/** Classifies a report without fields by its text. */
function classifyNotice(message: ReceivedMessage, notice: Notice): ClassifiedRecipient[] {
  const lines = reasonLines(notice);
  const noticeText = lines.join(' ');
  const subject = message.subject.slice(0, lineMax);
  if (deliveredPhrases.test(subject) || deliveredPhrases.test(noticeText)) return [];
  const isRetried = retryPhrases.test(noticeText) || retryPhrases.test(subject);
  const nothing = classifyFailure('', '');
  const byNotice = classifyLines(lines);
  const recipients = noticeRecipients(message, notice, lines);
  const classified = recipients.map((own) => ({
    ...classifyText(nothing, '', own, byNotice),
    addresses: [own.address],
  }));
  const results = classified.length > 0 ? classified : [{ ...byNotice, addresses: [] }];
  if (!isEvident(message, notice, results)) return [];

  return isRetried
    ? results.map((each) => ({ ...each, isHard: false, reason: 'expired', isDelayed: true }))
    : results;
}

/** Whether a text is a report. A person may write about unknown users, also without a valid `From`. */
function isEvident(
  { from = '', subject, headers, attachedTexts }: ReceivedMessage,
  { returned }: Notice,
  results: readonly ClassifiedRecipient[],
): boolean {
  if (isReportSubject(subject) || hasReportType(headers)) return true;
  const hasContent = results.some(
    ({ addresses, reason }) => addresses.length > 0 || reason !== 'undetermined',
  );
  if (namesMailSystem(from)) return hasContent;
  const isAutomatic =
    ['x-failed-recipients', 'auto-submitted'].some((name) => headers.has(name)) ||
    `${attachedTexts?.original ?? ''}${returned}` !== '';

  return hasContent && (isAutomatic || results.some(({ smtpCode }) => smtpCode !== null));
}

/** The recipients in the text of a notice. If `X-Failed-Recipients` is set, exactly its addresses. */
function noticeRecipients(
  message: ReceivedMessage,
  { returned }: Notice,
  lines: readonly string[],
): FailedRecipient[] {
  const inText = failedRecipients(lines);
  const recipients = inText.length > 0 ? inText : returnedRecipients(message, returned).map(withoutText);
  const headerAddresses = addressesIn((message.headers.get('x-failed-recipients') ?? []).join(' '));
  if (headerAddresses.length === 0) return recipients;
  const missing = headerAddresses.filter((each) => !recipients.some(({ address }) => address === each));

  return [
    ...recipients.filter(({ address }) => headerAddresses.includes(address)),
    ...missing.map(withoutText),
  ];
}

function withoutText(address: string): FailedRecipient {
  return { address, paragraph: '', words: '' };
}

/** A notice without an address concerns the recipient of the returned message. */
function returnedRecipients({ attachedTexts }: ReceivedMessage, returned: string): string[] {
  const to = fieldIn(attachedTexts?.original ?? '', 'to') || fieldIn(returned, 'to');

  return addressesIn(to.slice(0, lineMax));
}

/** Adds the only recipient of the returned message if an address in the report contains it, because text is attached to it. */
function withReturnedAddress(
  addresses: readonly string[],
  [to, ...others]: readonly string[],
): readonly string[] {
  const isAttached = to !== undefined && others.length === 0 && addresses.some((each) => each.includes(to));

  return isAttached ? [...new Set([...addresses, to])] : addresses;
}
