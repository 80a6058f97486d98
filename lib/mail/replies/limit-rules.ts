import { phrases } from '#lib/mail/phrases.ts';
import type { ReplyRule } from '#lib/mail/replies/rule.ts';

/**
 * Limits of the mailbox, the rate or the size. The address works for another message or at another time. The first matching rule
 * decides. A phrase matches anywhere in the reply; ` … ` matches any text.
 */
export const limitRules: readonly ReplyRule[] = [
  {
    reason: 'mailbox_full',
    status: ['x.2.2'],
    source: 'RFC 3463, section 3.3: mailbox full',
  },
  {
    reason: 'mailbox_full',
    words: phrases(`
      over quota | overquota | quota exceeded | exceeded quota | exceeded its quota | disk quota
      | quota … exceeded | exceed … quota | quota violation | exceed … storage | out of storage
      | mailbox full | mailbox exceeded | mailbox is full | mailbox … is full | mailfolder is full
      | full mailbox | mailbox … exceeds | insufficient | not enough … space | not have enough space
      | space has been used up | boite du destinataire pleine | mbox_full
      | exceed … maximum allowed | mailbox size limit | inbox is full | too many messages on
      | no space left | quotaexceeded | over the allowed quota | is over the maximum | over its disk
      | exceeded … disk space`),
    source: 'Dovecot, Cyrus, qmail, Exchange (OverQuota), Gmail (OverQuota), La Poste; sisimai: MailboxFull',
  },
  {
    reason: 'rate_limited',
    words: phrases(`
      at a rate | rate limit | ratelimit | too fast | too quickly | too many | throttl
      | frequency limited | this hour | per hour | per day | per minute | hourly | daily
      | unexpected volume | unusual rate | receivingrate | connection limit | connections limit
      | messages limit | limit exceeded | exceeded … limit | max … emails | relay quota | slow down
      | resources restricted | message rate | sending limit | exceeded the maximum number
      | exceeded … rate | submission quota`),
    source:
      'Gmail (ReceivingRate), Microsoft 5.2.121 and 5.2.122, Yahoo TSS, Tencent; sisimai: Speeding, TooManyConn',
  },
  {
    reason: 'greylisted',
    words: phrases(`
      greylist | graylist | grey-list | gray-list | grey listed`),
    source: 'RFC 6647',
  },
  {
    reason: 'size',
    status: ['x.2.3', 'x.3.4'],
    source: 'RFC 3463, sections 3.3 and 3.4: message length',
  },
  {
    reason: 'size',
    words: phrases(`
      message size | message too large | message is too large | too big | message length | size limit
      | exceeds … maximum | exceeds … size | mail size | message file too big | headers too large`),
    source: 'RFC 1870, section 6; Postfix, Exim, Sendmail; sisimai: MesgTooBig',
  },
];
