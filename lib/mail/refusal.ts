/** What a mail server said when it did not take a mail. */
export interface Refusal {
  readonly smtpCode: number;
  /** RFC 3463, section 3; null when the server gave none. */
  readonly enhancedCode: string | null;
  /** The server's words without the codes, on one line; null when it had none. */
  readonly diagnostic: string | null;
  /** What the server refused the sender for says nothing of the recipient. */
  readonly refuses: 'sender' | 'recipient';
}

/** It becomes part of an event, whose item stays below 1 KB. */
const diagnosticLengthMax = 300;

/** Codes may stand at the beginning of each line of a reply: RFC 2034. */
const replyLine = /^\d{3}[ -]?(?:([245]\.\d{1,3}\.\d{1,3})(?=\s|$))?(.*)$/;

/** @param reply one line or more, as they came */
export function readRefusal(reply: string, refuses: Refusal['refuses']): Refusal {
  const lines = reply.split('\n').map((line) => replyLine.exec(line.trim()));
  const words = lines.map((line) => line?.[2] ?? '').join(' ');
  const diagnostic = words
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, diagnosticLengthMax);

  return {
    smtpCode: Number.parseInt(reply, 10),
    enhancedCode: lines.find((line) => line?.[1] !== undefined)?.[1] ?? null,
    diagnostic: diagnostic === '' ? null : diagnostic,
    refuses,
  };
}

/** Of addresses (5.1.x), but for those that are the sender's (5.1.7, 5.1.8), and of mailboxes that are disabled (5.2.1). */
const hardCodes = /^5\.(?:1\.(?!7$|8$)\d+|2\.1)$/;

const unknownMailbox =
  /\b(?:(?:unknown|no such) (?:user|mailbox|recipient)|(?:user|mailbox|recipient) (?:unknown|not found))\b/i;

/**
 * Whether there is nobody at the address, so that no mail to it will ever arrive. Full mailboxes, policies — our own
 * sender's fault, as often as not — and routes tell nothing of that, and a server that gives no reason is not guessed at.
 */
export function isHardBounce({ smtpCode, enhancedCode, diagnostic, refuses }: Refusal): boolean {
  if (smtpCode < 500 || refuses === 'sender') return false;
  if (enhancedCode === null || enhancedCode === '5.0.0') return unknownMailbox.test(diagnostic ?? '');

  return hardCodes.test(enhancedCode);
}
