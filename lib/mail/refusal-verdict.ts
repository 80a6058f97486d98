import type { Refusal } from '#lib/mail/refusal.ts';
import { classifyReply } from '#lib/mail/replies/classify-reply.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';

/*
 * Classifies a refusal by its phase of the session and by its codes (RFC 5321, RFC 3463). Where providers use one code for
 * several reasons, the text of the reply decides. All functions are pure.
 *
 * Before a recipient is named, a refusal concerns the account. From RCPT on, one reply never proves that it does: a server may
 * quote the refusal of the recipient's server. So words about the account are only a suspicion (`accountKind`), which
 * `lib/email-accounts/refusals/streak.ts` compares with the replies to other recipients.
 */

/** Phase of the session before MAIL. */
export type SessionPhase = 'greeting' | 'ehlo' | 'starttls' | 'auth';

/** The command that was rejected after MAIL: RCPT, DATA, or the end of the message. */
export type TransactionPhase = 'rcpt' | 'data' | 'message';

/** Failures of the account that a reply after MAIL may mean. */
export type AccountKind = Extract<SendFailure['kind'], 'rate' | 'quota' | 'unreachable' | 'sender_refused'>;

export interface RefusalVerdict {
  /** `bounce`: the address is invalid; `fail`: permanent rejection; `retry`: temporary rejection. */
  readonly kind: 'bounce' | 'fail' | 'retry';
  /** The failure of the account that the reply names; undefined if it names none. */
  readonly accountKind?: AccountKind | undefined;
}

/** The failure of the account that a refusal before MAIL means. */
export function classifySessionRefusal(phase: SessionPhase, refusal: Refusal): SendFailure['kind'] {
  const { smtpCode } = refusal;
  if (isDailyQuotaExceeded(refusal)) return 'quota';
  if (phase === 'auth' && smtpCode >= 500) return 'auth';

  return isRateLimited(refusal) ? 'rate' : 'unreachable';
}

/** The failure of the account that a refusal of MAIL means; undefined if the size of the message is rejected. */
export function classifyMailRefusal(refusal: Refusal): SendFailure['kind'] | undefined {
  if (isMessageTooLarge(refusal)) return undefined;
  if (isDailyQuotaExceeded(refusal)) return 'quota';
  if (isLoginRequired(refusal)) return 'auth';
  if (isRateLimited(refusal)) return 'rate';

  return refusal.smtpCode >= 500 ? 'sender_refused' : 'unreachable';
}

/** The verdict on a refusal of RCPT, DATA or the message. */
export function classifyTransactionRefusal(phase: TransactionPhase, refusal: Refusal): RefusalVerdict {
  const { smtpCode, enhancedCode, diagnostic } = refusal;
  const accountKind = accountKindOf(phase, refusal);
  if (smtpCode < 500) return { kind: 'retry', accountKind };
  if (accountKind || isMessageTooLarge(refusal)) return { kind: 'fail', accountKind };
  const statuses = enhancedCode === null ? [] : [enhancedCode];
  // `lib/mail/replies` lists the replies that mean an invalid address.
  const { isHard, reason } = classifyReply({ smtpCode, statuses, words: diagnostic ?? '' });
  if (isHard) return { kind: 'bounce' };

  return { kind: reason === 'rate_limited' || reason === 'greylisted' ? 'retry' : 'fail' };
}

function accountKindOf(phase: TransactionPhase, refusal: Refusal): AccountKind | undefined {
  const { smtpCode, enhancedCode, diagnostic } = refusal;
  if (recipientPattern.test(diagnostic ?? '')) return undefined;
  if (concernsMailbox(enhancedCode) || isMessageTooLarge(refusal)) return undefined;
  if (isDailyQuotaExceeded(refusal)) return 'quota';
  if (isRateLimited(refusal)) return 'rate';
  // With 421, the server closes the session. One message has one recipient, so x.5.3 is no property of the message.
  if (smtpCode === 421 || enhancedCode === '4.5.3' || isBusy(phase, refusal)) return 'unreachable';

  return isLoginRequired(refusal) || isSenderRefused(refusal) ? 'sender_refused' : undefined;
}

/** The server quotes the recipient's server, or names a rule or a list of the recipient. */
const recipientPattern =
  /\bsaid:|\bin reply to\b|\bresponse:|\bverification failed\b|\brecipient(?:'s)? (?:policy|list|domain|server)\b|\bby (?:the |this )?recipient\b|\bto send to\b|\bgr[ae]y-?list|\brecipient attempts\b/i;

/** The setting that a permanently rejected login requires; null if the reply names none. */
export function describeLoginRefusal({ enhancedCode, diagnostic }: Refusal): string | null {
  const words = diagnostic ?? '';
  if (enhancedCode === '5.7.139' && /SmtpClientAuthentication is disabled/i.test(words)) {
    return 'authenticated SMTP is disabled for the Microsoft 365 organization or mailbox: an administrator must enable it, see https://aka.ms/smtp_auth_disabled';
  }
  const isPasswordRefused =
    enhancedCode === '5.7.30' || /basic authentication is (?:disabled|not supported)/i.test(words);

  return isPasswordRefused
    ? 'Microsoft does not accept passwords for this mailbox: reconnect the account by signing in with Microsoft'
    : null;
}

/** Characters that ` … ` of a phrase matches at most, so that the time is linear. */
const gapMax = 60;

/** A pattern of phrases. A space also matches a hyphen or nothing. */
function phrasePattern(text: string): RegExp {
  const phrases = text
    .split('|')
    .map((phrase) => phrase.trim().replaceAll(' … ', `.{0,${gapMax}}?`).replaceAll(' ', '[ -]?'));

  return new RegExp(`\\b(?:${phrases.join('|')})`, 'i');
}

/*
 * Phrases about the account. Sources: Google https://support.google.com/a/answer/3726730, Microsoft
 * https://learn.microsoft.com/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online, Postfix, Exim, Zoho, and the test corpus.
 */
const dailyQuotaPattern = phrasePattern(`
  daily … limit | daily … quota | limit … daily | quota … daily | limit … per day | quota … per day | limit … 24 hours
  | quota … 24 hours | 24 hours … limit | submission quota | sending limit | sending quota | email quota exceeded
  | outgoing limit exceeded | number of e?mails for today | outbound limit | outbound recipient | maximum credits exceeded
  | refusequota | external recipient rate limit | limit exceeded … today`);

/**
 * 5.4.5 is Google's, 5.1.90, 5.7.232, 5.7.233, 5.7.236 and 5.7.705 are Microsoft's. A full mailbox (x.2.2) belongs to the
 * recipient.
 */
function isDailyQuotaExceeded({ enhancedCode, diagnostic }: Refusal): boolean {
  if (matches(enhancedCode, /^5\.(?:4\.5|1\.90|7\.23[236]|7\.705)$/)) return true;

  return !concernsMailbox(enhancedCode) && dailyQuotaPattern.test(diagnostic ?? '');
}

const ratePattern = phrasePattern(`
  too many | too much | rate limit | rate control | sending rate | submission rate | unusual rate | unusual sending | throttl
  | per hour | per minute | per second | hourly | connections? limit | thread limit | messages? limit | send limit
  | frequency limited | quota policy`);

/**
 * The account or its IP address exceeds a rate limit. Refusals of one mailbox (x.2.x) and of unknown addresses do not count.
 */
function isRateLimited({ enhancedCode, diagnostic }: Refusal): boolean {
  if (concernsMailbox(enhancedCode) || matches(enhancedCode, /^5\.1\./)) return false;

  return ratePattern.test(diagnostic ?? '');
}

/** The server cannot accept emails now. Greylisting and failures of the recipient's server use other words in RCPT. */
function isBusy(phase: TransactionPhase, { smtpCode, diagnostic }: Refusal): boolean {
  return smtpCode < 500 && (phase === 'data' || /\bserver (?:is )?busy\b/i.test(diagnostic ?? ''));
}

/** RFC 4954, section 6; 5.7.57 is Microsoft's. */
function isLoginRequired({ smtpCode, enhancedCode }: Refusal): boolean {
  return [530, 534, 535, 538].includes(smtpCode) || enhancedCode === '5.7.57';
}

const senderPattern = phrasePattern(`
  sender address rejected | not owned by user | send as this sender | send as denied
  | relay(?:ing)? … denied | relay(?:ing)? … disallowed | relay(?:ing)? … not permitted | unable to relay
  | address is not verified | sending paused | not authori[sz]ed to (?:perform|send) | not one of your addresses
  | verified sender identity | not a sender signature | must equal authorized | must be same as authorization | not yet activated | outboundspamexception | wascl | banned sender | outgoing blocked
  | verdict is (?:suspend|refusequota|hipnotify) | sender is unauthenticated | basic authentication is not supported`);

/**
 * x.1.7 and x.1.8: sender's address. 5.7.26 to 5.7.30: message authentication (RFC 7372, Gmail), and basic authentication at
 * Microsoft. 5.2.252 (send as), 5.7.60, 5.7.501 to 511 (banned sender), 5.7.515 (authentication of the domain), 5.7.708 and
 * 5.7.750 (tenant) are Microsoft's.
 */
function isSenderRefused({ enhancedCode, diagnostic }: Refusal): boolean {
  return (
    matches(enhancedCode, /^5\.(?:1\.[78]|2\.252|7\.(?:2[6-9]|30|60|50[1-9]|51[015]|708|750))$/) ||
    senderPattern.test(diagnostic ?? '')
  );
}

/** A permanent failure in each phase, because the message is too large for every recipient. */
function isMessageTooLarge({ enhancedCode, diagnostic }: Refusal): boolean {
  return (
    matches(enhancedCode, /^5\.(?:3\.4|2\.3)$/) || /\b(?:message|mail) size exceeds\b/i.test(diagnostic ?? '')
  );
}

/** Codes of one mailbox: full, disabled or too busy. 5.2.121 and 5.2.122 are Microsoft's limits of received messages. */
function concernsMailbox(enhancedCode: string | null): boolean {
  return matches(enhancedCode, /^[45]\.2\.(?:[1-4]|12[0-9])$/);
}

function matches(enhancedCode: string | null, pattern: RegExp): boolean {
  return enhancedCode !== null && pattern.test(enhancedCode);
}
