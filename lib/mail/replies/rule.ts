/** Why a mail server did not deliver a message, according to its SMTP reply. */
export type ReplyReason = HardReason | SoftReason;

/** The address is permanently invalid, so its contact must not receive email. */
const hardReasons = [
  'address_unknown',
  'address_moved',
  'mailbox_disabled',
  'domain_unknown',
  'domain_without_mail',
] as const;
type HardReason = (typeof hardReasons)[number];

/** The address may work for another message, at another time, or from another sender. */
type SoftReason =
  | 'authentication'
  | 'blocklisted'
  | 'content'
  | 'expired'
  | 'greylisted'
  | 'mailbox_full'
  | 'mailbox_suspended'
  | 'network'
  | 'policy'
  | 'rate_limited'
  | 'recipient_preference'
  | 'relay_denied'
  | 'sender_refused'
  | 'size'
  | 'spam'
  | 'temporary'
  | 'undetermined';

/** A rule that derives the reason from an SMTP reply. All its conditions must hold. */
export interface ReplyRule {
  readonly reason: ReplyReason;
  /** The reply contains at least one of these phrases. */
  readonly words?: readonly string[];
  /** The reply does not contain any of these phrases. */
  readonly unless?: readonly string[];
  /** The reply contains at least one of these enhanced status codes; `x` matches any number. */
  readonly status?: readonly string[];
  /** The reply has one of these SMTP codes. */
  readonly codes?: readonly number[];
  /** Where the meaning is documented. */
  readonly source: string;
}

export function isHardReason(reason: ReplyReason): boolean {
  const hard: readonly ReplyReason[] = hardReasons;

  return hard.includes(reason);
}

const messageReasons: readonly ReplyReason[] = ['content', 'size', 'spam'];

/** Whether the server rejected the content or the size, so another message may be accepted. */
export function isOfMessage(reason: ReplyReason): boolean {
  return messageReasons.includes(reason);
}
