import { phrases } from '#lib/mail/phrases.ts';
import type { ReplyRule } from '#lib/mail/replies/rule.ts';

/** Reasons that concern the sender, its servers, the content or the recipient's preferences. */
export const senderRules: readonly ReplyRule[] = [
  {
    reason: 'authentication',
    status: 'x.7.20 x.7.21 x.7.22 x.7.23 x.7.24 x.7.25 x.7.26 x.7.27 x.7.28 x.7.29 5.7.515'.split(' '),
    source: 'RFC 7372, RFC 7489: message authentication; Microsoft 5.7.515',
  },
  {
    reason: 'blocklisted',
    words: phrases(`
      blacklist | black list | blocklist | block list | block-list | dnsbl | rbl | spamhaus | spamcop
      | sorbs | blocked | banned | reputation | senderbase | cdrbl | abuseat | listed at
      | listed in | not accepting connections | open relay | client host rejected | csi.cloudmark
      | uribl | surbl | dynamic ip | reverse | rdns | helo | ehlo
      | unverifyable sending | not currently accepting mail from your | access from ip | from your ip
      | your network | unknown host | use the smtp server of your isp | cannot find your hostname
      | your hostname | client ip | sending ip | generic dns | host network not allowed | no access from
      | my name was rejected | bad ptr | dns ptr | no ptr | ptr not | ptr rec`),
    // Lotus Notes: `User not listed in public Name & Address Book`.
    unless: ['not listed in'],
    source: 'ZoneMTA: blacklist; sisimai: Blocked, BadReputation, RequirePTR; Microsoft 5.7.606, Cox CDRBL',
  },
  {
    reason: 'spam',
    words: phrases(`
      spam | unsolicited | bulk mail | junk | virus | malware | infected | suspicious
      | content rejected, ube | content rejected | message content | content filter | phishing
      | mass mail | complaints`),
    source: 'ZoneMTA: spam; sisimai: SpamDetected, VirusDetected; amavis',
  },
  {
    reason: 'authentication',
    words: phrases(`
      spf | dkim | dmarc | unauthenticated | authentication | authenticated | purported responsible
      | not authorized | unauthorized | not allowed to send | batv | not permitted to send | impersonat`),
    source: 'RFC 7208, RFC 7489; Gmail, Microsoft, Mail.ru, GoDaddy; sisimai: AuthFailure',
  },
  {
    reason: 'sender_refused',
    status: ['x.1.7', 'x.1.8', '5.1.90', 'x.2.252', 'x.7.60', 'x.7.501', 'x.7.502', 'x.7.503'],
    source: 'RFC 3463, section 3.2: sender’s address; Microsoft: sender and tenant codes',
  },
  {
    reason: 'sender_refused',
    words: phrases(`
      sender rejected | sender was rejected | sender address rejected | sender denied | sender refused
      | sender is | sender not | invalid sender | bad sender | sender domain | domain of sender
      | sender verify | sender email address | sender address | sender address domain | sending domain
      | from address | mail from | does not exist e2110 | return address | not a registered gateway
      | address is not verified | null sender | empty envelope | the sender | sender's | from: domain
      | unroutable sender | emetteur | sender ( | forged | originating domain | envelope sender
      | envelope from | to send to this`),
    source: 'Sendmail, Postfix, Exim callout, Cox, Amazon SES; sisimai: Rejected',
  },
  {
    reason: 'relay_denied',
    words: phrases(`
      relaying denied | relaying not | relay access | relay denied | relay not | unable to relay
      | mail relay | relay through | relay this | to relay | relaying prohibited | relay operation
      | not a gateway | rcpthosts | relaying is | we do not relay | no relay`),
    source:
      'Postfix, Exim, Exchange, qmail; sisimai: NoRelaying. The route may be wrong rather than the address',
  },
  {
    reason: 'recipient_preference',
    words: phrases(`
      recipient preferences | email preferences | only accept | members only | member of
      | not subscribed | refused by recipient | refuse to receive | user reject | by the recipient
      | closed mailing list | not accepting any | restricted | permission | approved | approval
      | whitelist | allowlist | challenge | has denied | resolver.rst | recipient has
      | refuses to accept | is protected | no longer wishes | declined | may not be open to posting
      | not allowed to post | moderat`),
    source: 'Exchange (RESOLVER.RST), Facebook, Google Groups, mailing lists; sisimai: Filtered',
  },
  {
    reason: 'recipient_preference',
    status: ['5.2.0'],
    words: ['user unknown', 'unknown user', 'no such user', 'filtered'],
    source:
      'RFC 3463, section 3.3: with x.2.0 the mailbox exists. NTT docomo replies so to messages that a recipient filters; sisimai: Filtered',
  },
  {
    reason: 'policy',
    words: phrases(`
      policy | policies | prohibited | security | administrative | administratively
      | organizational settings | attachment | header error | media error | format error | improper
      | malformed | 8-bit | protocol | dsn | service refuse | message rejected | message refused
      | mail rejected | rejected for | transport rule | sequence of commands | configuration
      | misconfigured | loop | too many hops | starttls | tls | certificate | encryption`),
    // Exchange: `RESOLVER.ADR.RecipientNotFound; … Message rejected by: mx.example`.
    unless: ['resolver.adr.recip'],
    source:
      'Yahoo, Mimecast, Zoho, 1&1; sisimai: PolicyViolation, SecurityError, NotCompliantRFC, ContentError',
  },
];

/** Words about the sender in replies that otherwise say that an address is invalid: `550 Your account is disabled`. */
export const senderWordRules: readonly ReplyRule[] = [
  {
    reason: 'sender_refused',
    words: phrases(`
      sender | sending is | sending has | sending from | outgoing | outbound | from header | from: header | header from
      | header address | header … invalid | invalid header | bad header | your account | your mailbox | your address
      | your domain | your server | your host`),
    // Notices name the sender and give advice.
    unless: ['sender:', 'to sender', 'your address book'],
    source:
      'Servers use the words for invalid recipients also for the login, the domain and the header of the sender',
  },
];
