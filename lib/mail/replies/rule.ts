/** Why a mail server did not deliver a message. */
export type ReplyReason = HardReason | SoftReason;

/** The address will not work again: its contact must not be sent to. */
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

/** A row of the table. Each condition that it states must hold. */
export interface ReplyRule {
  readonly reason: ReplyReason;
  /** One of these phrases stands in the reply. */
  readonly words?: readonly string[];
  /** And none of these. */
  readonly unless?: readonly string[];
  /** One of these enhanced status codes; `x` stands for any number. */
  readonly status?: readonly string[];
  /** One of these SMTP codes. */
  readonly codes?: readonly number[];
  /** The mail system whose convention this is; undefined when it is general. */
  readonly system?: string;
  /** Where the meaning is documented. */
  readonly source: string;
}

export function isHardReason(reason: ReplyReason): boolean {
  const hard: readonly ReplyReason[] = hardReasons;

  return hard.includes(reason);
}

/** A list of phrases, separated by `|`. */
export function phrases(list: string): readonly string[] {
  return list.split('|').map((phrase) => phrase.trim());
}
