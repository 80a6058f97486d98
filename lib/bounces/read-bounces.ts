import { addressesIn, type FailedRecipient, failedRecipients } from '#lib/bounces/failed-recipients.ts';
import { type Judgement, judge } from '#lib/bounces/judge.ts';
import { mentionsInReport } from '#lib/bounces/mentions.ts';
import { type Notice, readNotice } from '#lib/bounces/notice.ts';
import { isSesNotification, readSesNotification } from '#lib/bounces/ses-notification.ts';
import { isFromMailSystem, isReportSubject } from '#lib/bounces/signs.ts';
import { fieldIn, type RecipientStatus, readStatusFields } from '#lib/bounces/status-fields.ts';
import type { MessageMention } from '#lib/mail/message-id.ts';
import type { ReceivedMail } from '#lib/mail/received-message.ts';

/** What a mail system says about a message that it did not deliver to a recipient. */
export interface Bounce extends Judgement {
  /** The recipient, normalised; with the address that it was forwarded to. Empty when the report names none. */
  readonly addresses: readonly string[];
  /** The messages of ours that the report names. Unverified. */
  readonly mentions: readonly MessageMention[];
}

/**
 * Reads a delivery report (RFC 3464) or, of systems that write none, a notice in words. Reports about success and receipts
 * (RFC 8098) are no bounces. Pure; a stranger may have written all of it.
 */
export function readBounces(mail: ReceivedMail): Bounce[] {
  if (!isReport(mail)) return [];
  const notice = readNotice(mail.text);
  const mentions = mentionsInReport(mail, notice);
  const groups = statusGroups(mail, notice);
  const hasFields = groups.length > 0 || isSesNotification(mail);
  const judged = hasFields ? ofGroups(groups, notice) : ofNotice(mail, notice);

  return judged.map((each) => ({ ...each, mentions }));
}

export function isReport({ from = '', subject, headers, report }: ReceivedMail): boolean {
  const types = headers.get('content-type') ?? [];
  if (types.some((each) => /\b(?:disposition-notification|feedback-report)\b/i.test(each.slice(0, 1000))))
    return false;

  return (
    types.some((each) => /^\s*multipart\/report\b/i.test(each)) ||
    headers.has('x-failed-recipients') ||
    // RFC 5321, section 4.5.5: notifications have no return path. Automatic replies have none either, and return nothing.
    (hasNoReturnPath(headers) && (report?.original ?? '') !== '') ||
    isFromMailSystem(from) ||
    isReportSubject(subject)
  );
}

function hasNoReturnPath(headers: ReceivedMail['headers']): boolean {
  return (headers.get('return-path') ?? []).some((value) => value.trim() === '<>');
}

function statusGroups(mail: ReceivedMail, notice: Notice): RecipientStatus[] {
  const notified = readSesNotification(mail);
  const own = notified.length > 0 ? notified : readStatusFields(mail.report?.status ?? '');
  // Amazon WorkMail writes the fields into its text.
  const text = notice.lines.join('\n');

  return own.length > 0 ? own : /^(?:final|original)-recipient:/im.test(text) ? readStatusFields(text) : [];
}

type Judged = Omit<Bounce, 'mentions'>;

/** RFC 3464, section 2.3.3. Systems that know others use them for failures: SendGrid has `expired`. */
const deliveredActions: readonly string[] = ['delivered', 'relayed', 'expanded'];

function ofGroups(groups: readonly RecipientStatus[], notice: Notice): Judged[] {
  return groups.flatMap(({ action, status, diagnostic, addresses }) => {
    if (action === 'delayed')
      return [{ ...judge(status, diagnostic), isHard: false, reason: 'expired', addresses }];
    if (deliveredActions.includes(action) || status.startsWith('2.')) return [];
    const own = judge(status, diagnostic);
    // The fields give no reason: the words may.
    const judgement = own.reason === 'undetermined' ? withWords(own, status, notice) : own;

    return [{ ...judgement, addresses }];
  });
}

function withWords(own: Judgement, status: string, { lines }: Notice): Judgement {
  const { reason, isHard } = judge(status, lines.join(' '));

  return { ...own, reason, isHard };
}

/** Words by which a system says that it goes on trying, or that it has delivered the message. */
const stillTrying =
  /\b(?:has been delayed|not yet been delivered|attempts will continue|warning message only|will be retried|still trying|is delayed)\b/i;
const delivered =
  /\b(?:was successfully|successfully delivered|has been delivered to|\(success\)|\(relayed\))/i;

function ofNotice(mail: ReceivedMail, { lines, returned }: Notice): Judged[] {
  const whole = lines.join(' ');
  if (delivered.test(mail.subject.slice(0, 998)) || delivered.test(whole)) return [];
  const named = addressesIn((mail.headers.get('x-failed-recipients') ?? []).join(' '));
  const listed = failedRecipients(lines);
  const recipients = listed.length > 0 ? listed : returnedRecipients(mail, returned);
  const others: FailedRecipient[] = named
    .filter((each) => !recipients.some(({ address }) => address === each))
    .map((address) => ({ address, words: '' }));
  const all = [
    ...(named.length > 0 ? recipients.filter(({ address }) => named.includes(address)) : recipients),
    ...others,
  ];
  const isTrying = stillTrying.test(whole) || stillTrying.test(mail.subject.slice(0, 998));
  const judged = all.map(({ address, words }) => ({ ...judgeWords(words, whole), addresses: [address] }));
  const found = judged.length > 0 ? judged : [{ ...judge('', whole), addresses: [] }];
  if (judged.length === 0 && found[0]?.reason === 'undetermined' && !isReportSubject(mail.subject)) return [];

  return isTrying ? found.map((each) => ({ ...each, isHard: false, reason: 'expired' })) : found;
}

/** A notice that names no address is about the recipient of the message that it returns. */
function returnedRecipients({ report }: ReceivedMail, returned: string): FailedRecipient[] {
  const to = fieldIn(report?.original ?? '', 'to') || fieldIn(returned, 'to');

  return addressesIn(to.slice(0, 998)).map((address) => ({ address, words: '' }));
}

/** What stands with the address; where that gives no reason, the whole notice. */
function judgeWords(words: string, whole: string): Judgement {
  const own = judge('', words);

  return own.reason === 'undetermined' ? judge('', `${words} ${whole}`) : own;
}
