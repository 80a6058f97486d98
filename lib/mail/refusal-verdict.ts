import type { Refusal } from '#lib/mail/refusal.ts';
import { classifyReply } from '#lib/mail/replies/classify-reply.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';

/*
 * Classifies a refusal by its phase of the session and by its codes (RFC 5321, RFC 3463). Where providers use one code for
 * several reasons, the text of the reply decides. All functions are pure.
 *
 * Failures of the account are checked first, because they do not concern the contact. Otherwise an account with an exceeded
 * daily quota would end the executions of all its due contacts.
 */

/** Phase of the session before MAIL. */
export type SessionPhase = 'greeting' | 'ehlo' | 'starttls' | 'auth';

/** The command that was rejected: MAIL, RCPT, DATA, or the end of the message. */
export type TransactionPhase = 'mail' | 'rcpt' | 'data' | 'message';

/** `bounce`: invalid address; `fail`: permanent rejection; `retry`: temporary rejection; others: failures of the account. */
export type RefusalVerdict = 'bounce' | 'fail' | 'retry' | SendFailure['kind'];

/** The failure of the account that a refusal before MAIL means. */
export function classifySessionRefusal(phase: SessionPhase, refusal: Refusal): SendFailure['kind'] {
  const { smtpCode } = refusal;
  if (isDailyQuotaExceeded(refusal)) return 'quota';
  // With 421, the server closes the session, usually because of a limit.
  if (smtpCode === 421) return 'rate';
  if (phase === 'auth') return classifyLoginRefusal(refusal);
  // 454 to STARTTLS means that TLS is not available (RFC 3207, section 4).
  const isDeferred = smtpCode < 500 && phase !== 'starttls';

  return isDeferred || isRateLimited(refusal) ? 'rate' : 'unreachable';
}

/** The verdict on a refusal of MAIL, RCPT, DATA or the message. */
export function classifyTransactionRefusal(phase: TransactionPhase, refusal: Refusal): RefusalVerdict {
  const { smtpCode } = refusal;
  if (isDailyQuotaExceeded(refusal)) return 'quota';
  if (smtpCode === 421) return 'rate';
  if (isLoginRequired(refusal)) return 'auth';
  if (smtpCode < 500)
    return concernsSenderAddress(phase, refusal) || isRateLimited(refusal) ? 'rate' : 'retry';
  if (isRateLimited(refusal)) return 'rate';
  if (isMessageTooLarge(refusal)) return 'fail';
  if (concernsSenderAddress(phase, refusal) || isSenderRefused(refusal)) return 'sender_refused';
  if (isMailboxRateLimited(refusal)) return 'retry';

  return classifyRecipientRefusal(refusal);
}

/** `lib/mail/replies` lists the replies that mean an invalid address. */
function classifyRecipientRefusal({
  smtpCode,
  enhancedCode,
  diagnostic,
}: Refusal): 'bounce' | 'fail' | 'retry' {
  const statuses = enhancedCode === null ? [] : [enhancedCode];
  const { isHard, reason } = classifyReply({ smtpCode, statuses, words: diagnostic ?? '' });
  if (isHard) return 'bounce';

  return reason === 'rate_limited' || reason === 'greylisted' ? 'retry' : 'fail';
}

/** A permanent refusal rejects the login. After a temporary one, the server limits attempts or cannot check the password now. */
function classifyLoginRefusal(refusal: Refusal): SendFailure['kind'] {
  if (refusal.smtpCode >= 500) return 'auth';

  return isRateLimited(refusal) ? 'rate' : 'unreachable';
}

const dailyQuotaPattern =
  /\bdaily\b.*\b(?:limit|quota)|\b(?:limit|quota)\b.*\b(?:daily|per day|24 hours)|\bsubmission ?quota|\bsending (?:limit|quota)|\bemail quota exceeded/i;

/** 5.4.5 is Google's, 5.1.90 and 5.7.705 are Microsoft's. A full mailbox (x.2.2) belongs to the recipient. */
function isDailyQuotaExceeded({ enhancedCode, diagnostic }: Refusal): boolean {
  if (matches(enhancedCode, /^5\.(?:4\.5|1\.90|7\.705)$/)) return true;

  return !concernsMailbox(enhancedCode) && dailyQuotaPattern.test(diagnostic ?? '');
}

const ratePattern =
  /\btoo (?:many|much)\b|\brate[ -]?limit|\b(?:sending|submission|unusual) rate\b|\bthrottl|\bserver (?:is )?busy\b|\bper (?:hour|minute|second)\b|\bunusual sending\b|\b(?:connections?|thread|messages?) limit\b/i;
const tryLaterPattern = /\btry (?:again )?later\b/i;
const greylistPattern = /\bgr[ae]y-?list/i;

/**
 * The account or its IP address exceeds a rate limit. Refusals of one mailbox (x.2.x) and greylisting do not count, although
 * greylisting also says "try again later".
 */
function isRateLimited({ smtpCode, enhancedCode, diagnostic }: Refusal): boolean {
  const words = diagnostic ?? '';
  if (concernsMailbox(enhancedCode) || greylistPattern.test(words)) return false;
  // x.5.3: too many recipients (RFC 3463, section 3.6).
  if (smtpCode === 452 && enhancedCode === '4.5.3') return true;
  const asksForRetry =
    (smtpCode === 450 || smtpCode === 454) && matches(enhancedCode, /^4\.7\./) && tryLaterPattern.test(words);

  return asksForRetry || (ratePattern.test(words) && !matches(enhancedCode, /^5\.1\./));
}

/** RFC 4954, section 6; 5.7.57 is Microsoft's. */
function isLoginRequired({ smtpCode, enhancedCode }: Refusal): boolean {
  return [530, 534, 535, 538].includes(smtpCode) || enhancedCode === '5.7.57';
}

/** The server rejects the sender's address. Some servers do so in the reply to RCPT. */
function concernsSenderAddress(phase: TransactionPhase, { enhancedCode, diagnostic }: Refusal): boolean {
  return (
    phase === 'mail' ||
    matches(enhancedCode, /^[45]\.1\.[78]$/) ||
    /\bsender address rejected\b/i.test(diagnostic ?? '')
  );
}

const senderPattern =
  /\bnot owned by user\b|\bsend ?as (?:this sender|denied)|\brelay(?:ing)?\b.*\b(?:denied|disallowed|not permitted)|\bunable to relay\b|\baddress is not verified\b|\bsending paused\b|\bnot authorized to (?:perform|send)/i;

/** 5.2.252 (send as), 5.7.60, 5.7.501 to 503 (banned sender), 5.7.708 and 5.7.750 (tenant) are Microsoft's. */
function isSenderRefused({ enhancedCode, diagnostic }: Refusal): boolean {
  return (
    matches(enhancedCode, /^5\.(?:2\.252|7\.(?:60|50[123]|708|750))$/) || senderPattern.test(diagnostic ?? '')
  );
}

/** A permanent failure in each phase, because the message is too large for every recipient. */
function isMessageTooLarge({ enhancedCode, diagnostic }: Refusal): boolean {
  return (
    matches(enhancedCode, /^5\.(?:3\.4|2\.3)$/) || /\b(?:message|mail) size exceeds\b/i.test(diagnostic ?? '')
  );
}

/** Codes of one mailbox: full, disabled or too busy. */
function concernsMailbox(enhancedCode: string | null): boolean {
  return matches(enhancedCode, /^[45]\.2\.(?:[1-4]|12[0-9])$/);
}

/** 5.2.121 and 5.2.122 are Microsoft's: the recipient exceeds its hourly limit of received messages. */
function isMailboxRateLimited({ enhancedCode }: Refusal): boolean {
  return matches(enhancedCode, /^5\.2\.12[12]$/);
}

function matches(enhancedCode: string | null, pattern: RegExp): boolean {
  return enhancedCode !== null && pattern.test(enhancedCode);
}
