import type { Refusal } from '#lib/mail/refusal.ts';
import { classifyReply } from '#lib/mail/replies/classify-reply.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';

/*
 * What a mail server means by a refusal, told from where in the dialogue it stands, its codes (RFC 5321, RFC 3463) and,
 * where providers use one code for several things, its words. All of it pure.
 *
 * A server that refuses the account says nothing of the contact: judged wrongly, one full day would end everybody who
 * was due on it. So the account's own troubles are looked for first.
 */

/** Before a mail is spoken of. */
export type Threshold = 'greeting' | 'ehlo' | 'starttls' | 'auth';

/** What was answered: MAIL, RCPT, DATA, or the whole message. */
export type MailMoment = 'mail' | 'rcpt' | 'data' | 'message';

/** Of the mail: nobody is at the address, it will never be taken, or not now. Or of the account that sends it. */
export type Verdict = 'bounce' | 'fail' | 'retry' | SendFailure['kind'];

export function judgeThreshold(at: Threshold, refusal: Refusal): SendFailure['kind'] {
  const { smtpCode } = refusal;
  if (saysDayIsFull(refusal)) return 'quota';
  if (smtpCode === 421) return 'rate';
  if (at === 'auth') return judgeLogin(refusal);
  const isDeferred = smtpCode < 500 && at !== 'starttls';

  return isDeferred || saysTooFast(refusal) ? 'rate' : 'unreachable';
}

export function judgeMail(at: MailMoment, refusal: Refusal): Verdict {
  const { smtpCode } = refusal;
  if (saysDayIsFull(refusal)) return 'quota';
  if (smtpCode === 421) return 'rate';
  if (saysLoginIsMissing(refusal)) return 'auth';
  if (smtpCode < 500) return isOfSender(at, refusal) || saysTooFast(refusal) ? 'rate' : 'retry';
  if (saysTooFast(refusal)) return 'rate';
  if (isOfSize(refusal)) return 'fail';
  if (isOfSender(at, refusal) || saysSenderIsRefused(refusal)) return 'sender_refused';
  if (isAboutMailboxLoad(refusal)) return 'retry';

  return judgeRecipient(refusal);
}

/** The table of `lib/mail/replies` knows which replies mean that the address is gone. */
function judgeRecipient({ smtpCode, enhancedCode, diagnostic }: Refusal): 'bounce' | 'fail' | 'retry' {
  const statuses = enhancedCode === null ? [] : [enhancedCode];
  const { isHard, reason } = classifyReply({ smtpCode, statuses, words: diagnostic ?? '' });
  if (isHard) return 'bounce';

  return reason === 'rate_limited' || reason === 'greylisted' ? 'retry' : 'fail';
}

/** For good, but for a server that counts attempts, or whose own look at the password fails. */
function judgeLogin(refusal: Refusal): SendFailure['kind'] {
  if (refusal.smtpCode >= 500) return 'auth';

  return saysTooFast(refusal) ? 'rate' : 'unreachable';
}

const dayWords =
  /\bdaily\b.*\b(?:limit|quota)|\b(?:limit|quota)\b.*\b(?:daily|per day|24 hours)|\bsubmission ?quota|\bsending (?:limit|quota)|\bemail quota exceeded/i;

/** 5.4.5 is Google's, 5.1.90 and 5.7.705 are Microsoft's. A mailbox that is full (x.2.2) is somebody else's. */
function saysDayIsFull({ enhancedCode, diagnostic }: Refusal): boolean {
  if (matches(enhancedCode, /^5\.(?:4\.5|1\.90|7\.705)$/)) return true;

  return !isAboutMailbox(enhancedCode) && dayWords.test(diagnostic ?? '');
}

const speedWords =
  /\btoo (?:many|much)\b|\brate[ -]?limit|\b(?:sending|submission|unusual) rate\b|\bthrottl|\bserver (?:is )?busy\b|\bper (?:hour|minute|second)\b|\bunusual sending\b|\b(?:connections?|thread|messages?) limit\b/i;
const laterWords = /\btry (?:again )?later\b/i;
const greylistWords = /\bgr[ae]y-?list/i;

/**
 * The account, or where it sends from, is too fast. What concerns one mailbox (x.2.x) is not, nor is greylisting, which
 * also says «try again later».
 */
function saysTooFast({ smtpCode, enhancedCode, diagnostic }: Refusal): boolean {
  const words = diagnostic ?? '';
  if (isAboutMailbox(enhancedCode) || greylistWords.test(words)) return false;
  if (smtpCode === 452 && enhancedCode === '4.5.3') return true;
  const asksForLater =
    (smtpCode === 450 || smtpCode === 454) && matches(enhancedCode, /^4\.7\./) && laterWords.test(words);

  return asksForLater || (speedWords.test(words) && !matches(enhancedCode, /^5\.1\./));
}

/** RFC 4954, section 6; 5.7.57 is Microsoft's. */
function saysLoginIsMissing({ smtpCode, enhancedCode }: Refusal): boolean {
  return [530, 534, 535, 538].includes(smtpCode) || enhancedCode === '5.7.57';
}

/** Its address is refused: as an answer to MAIL, or by servers that answer that with the recipient. */
function isOfSender(at: MailMoment, { enhancedCode, diagnostic }: Refusal): boolean {
  return (
    at === 'mail' ||
    matches(enhancedCode, /^[45]\.1\.[78]$/) ||
    /\bsender address rejected\b/i.test(diagnostic ?? '')
  );
}

const senderWords =
  /\bnot owned by user\b|\bsend ?as (?:this sender|denied)|\brelay(?:ing)?\b.*\b(?:denied|disallowed|not permitted)|\bunable to relay\b|\baddress is not verified\b|\bsending paused\b|\bnot authorized to (?:perform|send)/i;

/** 5.2.252 (send as), 5.7.60, 5.7.501 to 503 (banned sender), 5.7.708 and 5.7.750 (tenant) are Microsoft's. */
function saysSenderIsRefused({ enhancedCode, diagnostic }: Refusal): boolean {
  return (
    matches(enhancedCode, /^5\.(?:2\.252|7\.(?:60|50[123]|708|750))$/) || senderWords.test(diagnostic ?? '')
  );
}

/** A mail that is too large is too large for everybody, whenever a server says so. */
function isOfSize({ enhancedCode, diagnostic }: Refusal): boolean {
  return (
    matches(enhancedCode, /^5\.(?:3\.4|2\.3)$/) || /\b(?:message|mail) size exceeds\b/i.test(diagnostic ?? '')
  );
}

/** Codes of one mailbox: full, gone, or just now too busy. */
function isAboutMailbox(enhancedCode: string | null): boolean {
  return matches(enhancedCode, /^[45]\.2\.(?:[1-4]|12[0-9])$/);
}

/** 5.2.121 and 5.2.122 are Microsoft's: the recipient gets more in this hour than it may. */
function isAboutMailboxLoad({ enhancedCode }: Refusal): boolean {
  return matches(enhancedCode, /^5\.2\.12[12]$/);
}

function matches(enhancedCode: string | null, pattern: RegExp): boolean {
  return enhancedCode !== null && pattern.test(enhancedCode);
}
