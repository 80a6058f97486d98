import { invalidAddressRules } from '#lib/mail/replies/invalid-address-rules.ts';
import { limitRules } from '#lib/mail/replies/limit-rules.ts';
import { networkRules } from '#lib/mail/replies/network-rules.ts';
import type { ReplyRule } from '#lib/mail/replies/rule.ts';
import { senderRules } from '#lib/mail/replies/sender-rules.ts';

/*
 * Meanings of the codes and texts of mail servers, as data. The first matching row decides. Rows for temporary and
 * sender-side reasons precede rows for invalid addresses, so that a reply with both reasons is never a hard bounce. Phrases
 * are matched in lower case with single spaces; ` … ` matches any text of up to 80 characters.
 *
 * Sources of codes: RFC 3463 and IANA's registry of enhanced status codes. Sources of phrases: the documentation or source
 * of the named system, the reasons of sisimai (BSD 2-Clause) and the bounce list of ZoneMTA, which collect replies from
 * live servers. No phrase is specific to one message.
 */
export const replyRules: readonly ReplyRule[] = [
  ...limitRules,
  ...senderRules,
  ...networkRules,
  ...invalidAddressRules,
];
