import type { ReplyReason } from '#lib/mail/replies/rule.ts';

type Reply = readonly [server: string, reason: ReplyReason, reply: string];

/*
 * Replies of mail servers about one recipient, with replaced names. Sources: the pages of the providers about their error codes,
 * and the public test messages of Mail::DeliveryStatus::BounceParser, flufl.bounce, PHP-Bounce-Handler, CwsMailBounceHandler and
 * email-bounce-parser.
 */

/** The address is invalid for all senders. */
export const hardReplies: readonly Reply[] = [
  ['Yandex', 'address_unknown', '550 5.7.1 No such user!'],
  ['Gmail, in 2006', 'address_unknown', '550 5.7.1 No such user c18si2365148hub'],
  ['Trend Micro', 'address_unknown', '554 5.7.1 <ann@example.com>: Recipient address rejected: User unknown'],
  ['Proofpoint', 'address_unknown', '550 5.7.1 ppe: User unknown - proofpoint'],
  ['ZeroSpam', 'address_unknown', '550 5.7.1 ZEROSPAM: user unknown'],
  [
    'a gateway with a product name',
    'address_unknown',
    '550 5.7.1 InterScan Messaging Security: ann@example.com: no such user',
  ],
  [
    'Inbox.lv',
    'address_unknown',
    '554 5.7.1 <ann@example.com>: Recipient address rejected: Nonexistent user',
  ],
  ['qmail', 'address_unknown', '550 sorry, no mailbox here by that name. (#5.7.17)'],
  ['qmail with a patch', 'address_unknown', '553 sorry, badrcptto(user mail-box not found) (#5.7.1)'],
  ['Bigfoot', 'address_unknown', '553 5.7.1 Invalid recipient ann@example.com (Mode: normal)'],
  [
    'a server that names the user',
    'address_unknown',
    '554 5.7.1 <ann@example.com>: Recipient address rejected: user ann@example.com does not exist',
  ],
  [
    'Sendmail',
    'address_unknown',
    '550 5.2.1 <ann@example.com>... Addressee unknown, relay=[192.0.2.1] (in reply to RCPT TO command)',
  ],
  ['Apollo', 'address_unknown', '550 ** No mail box available for this user **'],
  ['FreeUK', 'address_unknown', '550 ann@example.com is not an active address at this host'],
  ['Exim', 'domain_unknown', '550 unroutable address'],
  ['Exim, an older version', 'domain_unknown', 'unrouteable mail domain "example.com"'],
  ['a university', 'address_unknown', "550 Recipient doesn't exist"],
  ['another university', 'address_unknown', '550 BAD_RECIPIENT - see http://example.com/?r=BAD_RECIPIENT'],
  ['Zing', 'address_unknown', "554 RCPT (ann@example.com) dosn't exist"],
  ['an old gateway', 'address_unknown', '554 Rcpt <ann@example.com> does not exist'],
  ['139.com', 'address_unknown', '550 2f1c655f95f5cae-a1f55 User not found:ann@example.com'],
  ['a server with brackets', 'address_unknown', '550 Mailbox ( ann@example.com ) not found or inactivated'],
  ['iCloud Messaging Server', 'domain_unknown', 'Illegal host/domain name found'],
  [
    'Sendmail about a null MX',
    'domain_unknown',
    '550 5.1.2 <ann@example.com>... Host unknown (Name server: .: host not found)',
  ],
  ['MIMEsweeper', 'address_unknown', "L'adresse de messagerie référencée ci-dessus n'existe pas."],
  [
    'Exchange Online behind a gateway',
    'address_unknown',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found by SMTP address lookup Message rejected by: mx.example',
  ],
  [
    'Outlook.com',
    'address_unknown',
    '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).',
  ],
  ['Hotmail', 'address_unknown', '550 Requested action not taken: mailbox unavailable'],
  ['an MTA with the code', 'address_unknown', '550 5.1.1 mailbox unavailable'],
  ['Postfix', 'domain_without_mail', 'Domain example.com does not accept mail (nullMX)'],
  ['RFC 7504', 'domain_without_mail', '521 host does not accept mail'],
  ['Cisco', 'address_unknown', '550 #5.1.0 Address rejected.'],
  ['Yahoo', 'address_unknown', '552 1 Requested mail action aborted, mailbox not found'],
  ['Exim', 'domain_without_mail', '550 an MX or SRV record indicated no SMTP service'],
  ['RFC 7504 with a host', 'domain_without_mail', '521 5.3.2 mx1.example.com does not accept mail'],
  [
    'Postfix about a domain with a word of a policy',
    'domain_unknown',
    '5.4.4 Host or domain name not found. Name service error for name=acme-security.example type=A: Host not found',
  ],
  [
    'Postfix about a domain with a word of a delay',
    'domain_unknown',
    '5.4.4 Host or domain name not found. Name service error for name=slatergordon.example type=AAAA: Host not found',
  ],
  [
    'Gmail about a domain with a word of a policy',
    'domain_unknown',
    "550 5.1.2 DNS type 'mx' lookup of acme-security.example responded with code NXDOMAIN",
  ],
  [
    'Gmail about a domain with a word of a blocklist',
    'domain_unknown',
    "550 5.1.2 DNS Error: DNS type 'mx' lookup of marble.example responded with code NXDOMAIN Domain name not found: marble.example",
  ],
  [
    'a server with a word of a policy',
    'address_unknown',
    '550 5.1.1 unknown user (mx1.securitas-security.example)',
  ],
  [
    'a server with a word of a loop and its IP address',
    'address_unknown',
    '550 5.1.1 host loopback.example[192.0.2.1]:25 said: user unknown',
  ],
  ['a server that names the message', 'address_unknown', '550 5.1.1 Your message was rejected: user unknown'],
  [
    'a server that names the email',
    'mailbox_disabled',
    '550 Your email cannot be delivered, the mailbox is disabled',
  ],
];

/** The account, the domain or the header of the sender is refused, in the words of an invalid recipient. */
const aboutSender = [
  '550 Your account is disabled',
  '550 Your mailbox is disabled',
  '554 Sending is disabled for this account',
  '550 Outgoing mail is disabled for this mailbox',
  '550 Outbound email of this user has been deactivated',
  '550 Sender ann@x.example has been disabled',
  '550 5.7.1 Sender account does not exist',
  '550 5.1.1 sender user unknown',
  '550 Your domain has no MX record',
  '550 your server name: host not found',
  '550 From: header address invalid',
  '550 header From ann@x.example: not a valid address',
  '550 mx1: message has invalid header',
  '550 5.1.1 Bad header: address unknown',
];
const aboutSenderHost = [
  '550 Access denied: IP address 192.0.2.1 PTR not found',
  '550 PTR not found: no such host',
  '550 Reverse lookup for your address not found',
];

/** The address may work for another message or sender, or at another time. */
export const softReplies: readonly Reply[] = [
  ['QQ', 'undetermined', '550 Mailbox unavailable or access denied'],
  [
    'QQ, with an address',
    'undetermined',
    '550 Mailbox unavailable or access denied [Nu9f9OZK= IP: 192.0.2.1]',
  ],
  ['a server that explains nothing', 'undetermined', '550 Request failed; Mailbox unavailable'],
  ['NetEase', 'undetermined', '550 mailbox ann@example.com unavailable'],
  [
    'IONOS',
    'undetermined',
    '550-Requested action not taken: mailbox unavailable\n550 invalid DNS MX or A/AAAA resource record',
  ],
  [
    'GMX',
    'sender_refused',
    '550-Requested action not taken: mailbox unavailable\n550 Sender address is not allowed.',
  ],
  ['Comcast', 'mailbox_full', '552 5.1.1 <ann@example.com> extended quota violation'],
  ['a server that stores too much', 'mailbox_full', '552 5.1.1 Not accepted'],
  [
    'a server with a size limit',
    'undetermined',
    '550 ann@example.com does not accept mail larger than 10 MB',
  ],
  ['a server with office hours', 'undetermined', '550 This mailbox does not accept mail after office hours'],
  [
    'a domain with a condition',
    'undetermined',
    '550 domain example.com does not accept mail with attached programs',
  ],
  ['One.lv', 'mailbox_full', '552 Account(s) <ann@example.com> does not have enough space'],
  ['a server with a filter', 'blocklisted', '550 5.7.1 Unknown user blocked by policy'],
  ['a server about spam', 'spam', '550 5.7.1 Message refused as spam for user unknown to sender'],
  ['a server under a harvest attack', 'policy', '550 5.7.1 You address too few known and unknown users'],
  ['a server that counts', 'rate_limited', '550 5.7.1 Too many unknown recipients'],
  ['a server with a blocklist', 'blocklisted', '550 5.7.1 Blocked by SpamAssassin'],
  ['a server with a scanner', 'spam', '550 Rejected by antispam'],
  ['a server about the sender', 'sender_refused', '550 5.7.1 Sender rejected: user unknown'],
  ['Apple', 'authentication', '550 5.1.1 <me@example.org>: unauthorized sender'],
  [
    'a provider with two reasons',
    'undetermined',
    '550 <ann@example.com>: Destinatario desconocido o mailbox lleno',
  ],
  ['a script', 'network', 'procmail: Couldn\'t create "/var/spool/mail/ann" id: mx.example: No such user'],
  ['Cisco', 'policy', '550 #5.7.1 Your access to submit messages has been rejected.'],
  ['a server that defers', 'temporary', '450 4.2.1 <ann@example.com>: no such user here'],
  [
    'GMX, WEB.DE and mail.com',
    'blocklisted',
    '554-gmx.net (mxgmx109) Nemesis ESMTP Service not available\n554-No SMTP service\n554-Bad DNS PTR resource record.\n554 For explanation visit https://postmaster.gmx.net/en/error-messages',
  ],
  ['GMX', 'undetermined', '554-gmx.net (mxgmx109) Nemesis ESMTP Service not available\n554 No SMTP service'],
  ['Postfix, postscreen', 'undetermined', '521 5.3.2 Service currently unavailable'],
  ['Postfix, postscreen without a code', 'undetermined', '521 Service currently unavailable'],
  ['a server with a blocklist as its only word', 'blocklisted', '550 192.0.2.1 zen.spamhaus.org'],
  ['a server with a blocklist and a code', 'blocklisted', '550 5.1.1 192.0.2.1 zen.spamhaus.org'],
  ['a server without a space', 'blocklisted', '550 5.1.1 192.0.2.1 blocked.See example.com'],
  ...aboutSender.map((reply) => ['a server about the sender', 'sender_refused', reply] as const),
  ...aboutSenderHost.map((reply) => ["a server about the sender's host", 'blocklisted', reply] as const),
];
