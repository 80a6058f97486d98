import { phrases } from '#lib/mail/phrases.ts';
import type { ReplyRule } from '#lib/mail/replies/rule.ts';

/** Failures of the network, a queue or a server, temporary rejections and policy rejections. */
export const networkRules: readonly ReplyRule[] = [
  {
    reason: 'expired',
    words: phrases(`
      in the queue too long | message expired | retry time | retry timeout | timed out | timeout
      | time out | delivery time expired | delivery expired | has expired | too old
      | unable to deliver in | could not be delivered for | not yet been delivered | has been delayed
      | is delayed | delayed | deferred | will be retried | attempts will continue | still being retried
      | will retry | keep trying | message has been on the queue | could not send message for past`),
    source:
      'RFC 3463, section 3.5: delivery time expired; Postfix, Exim, Sendmail, qmail, Exchange; sisimai: Expired',
  },
  {
    reason: 'network',
    words: phrases(`
      connection refused | connection dropped | connection reset | connection lost | lost connection
      | no route to host | network is unreachable | network unreachable | no answer from host
      | could not connect | unable to connect | unable to contact | establish an smtp connection
      | dns server failure | dns lookup failed | temporary lookup | name server | try again | try later
      | later | temporar | not yet | lookup timeout | server failure | servfail
      | couldn't create | can't create`),
    // Sendmail, Outlook.com and Gmail use these phrases for addresses and domains that do not exist.
    unless: ['authoritative answer', 'host unknown', 'domain is not reachable', "address couldn't be found"],
    source: 'Postfix, Exim, qmail, Sendmail; sisimai: NetworkError, OnHold',
  },
  {
    reason: 'temporary',
    codes: [400, 421, 432, 450, 451, 452, 454, 455, 458, 459],
    source: 'RFC 5321, section 4.2.1: 4yz is transient',
  },
  { reason: 'temporary', status: ['4.x.x'], source: 'RFC 3463, section 2: persistent transient failure' },
  {
    reason: 'mailbox_suspended',
    words: phrases(`
      suspend | frozen | is locked | temporary locked | account locked | unpaid | archivee | inactivity`),
    source: 'Tencent, NetEase, La Poste; sisimai: Suspend. The owner may reactivate it',
  },
];

/** Codes for policy and content, without a known phrase. */
export const policyStatusRules: readonly ReplyRule[] = [
  { reason: 'policy', status: ['5.7.x'], source: 'RFC 3463, section 3.8: security or policy' },
  { reason: 'content', status: ['5.6.x'], source: 'RFC 3463, section 3.7: content or media' },
];
