import { goneRules } from '#lib/mail/replies/gone-rules.ts';
import { momentaryRules } from '#lib/mail/replies/momentary-rules.ts';
import { networkRules } from '#lib/mail/replies/network-rules.ts';
import type { ReplyRule } from '#lib/mail/replies/rule.ts';
import { senderRules } from '#lib/mail/replies/sender-rules.ts';

/*
 * What the codes and words of mail servers mean, as data. The first row that matches decides. Rows for temporary and for
 * sender-side reasons come before those for addresses that are gone: a reply that says both is never a hard bounce. A
 * phrase is matched in lower case with single spaces; ` … ` stands for any words in between.
 *
 * Sources: RFC 3463 and IANA's registry of enhanced status codes for codes; for words the documentation of the named
 * provider or the source of the named server, and the reason catalogue of sisimai (BSD 2-Clause) and the bounce list of
 * ZoneMTA, which collect replies from live servers. No phrase is specific to one message.
 */
export const replyRules: readonly ReplyRule[] = [
  ...momentaryRules,
  ...senderRules,
  ...networkRules,
  ...goneRules,
];
