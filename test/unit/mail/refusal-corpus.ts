import type { TransactionPhase } from '#lib/mail/refusal-verdict.ts';

/** What a reply rejects: this recipient, this message, or emails of the account. */
export type Scope = 'recipient' | 'message' | 'account';

/*
 * Replies of real servers to RCPT, DATA and the message, with replaced addresses, and where each is documented. The scope is read
 * from the documentation by a person.
 */
export const refusalCorpus: readonly (readonly [
  source: string,
  phase: TransactionPhase,
  reply: string,
  scope: Scope,
])[] = [
  // https://support.google.com/a/answer/3726730
  [
    'Gmail',
    'message',
    '550 5.7.26 This mail is unauthenticated, which poses a security risk to the sender and Gmail users, and has been blocked.',
    'account',
  ],
  [
    'Gmail',
    'message',
    '550 5.7.27 This email has been blocked because the sender is unauthenticated. Gmail requires all senders to authenticate with SPF.',
    'account',
  ],
  [
    'Gmail',
    'message',
    '550 5.7.30 This email has been blocked because the sender is unauthenticated. Gmail requires all senders to authenticate with DKIM.',
    'account',
  ],
  [
    'Gmail',
    'message',
    '421 4.7.26 This mail has been rate limited because it is unauthenticated.',
    'account',
  ],
  [
    'Gmail',
    'message',
    '421 4.7.32 Your email has been rate limited because the From: header (RFC5322) in this message is not aligned with either the authenticated SPF or DKIM organizational domain.',
    'account',
  ],
  [
    'Gmail',
    'rcpt',
    '452 4.5.3 Domain policy size per transaction exceeded, please try this recipient in a separate transaction.',
    'account',
  ],
  [
    'Gmail',
    'rcpt',
    '450 4.2.1 The user you are trying to contact is receiving mail too quickly. Please resend your message at a later time.',
    'recipient',
  ],
  [
    'Gmail',
    'rcpt',
    '550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered.',
    'recipient',
  ],
  [
    'Gmail',
    'message',
    '552 5.7.0 This message was blocked because its content presents a potential security issue. Please visit https://support.google.com/mail/?p=BlockedMessage',
    'message',
  ],
  [
    'Gmail',
    'message',
    '550 5.7.1 Our system has detected that this message is likely unsolicited mail. To reduce the amount of spam sent to Gmail, this message has been blocked.',
    'message',
  ],
  ['Gmail', 'message', '554 5.6.0 Mail message is malformed. Not accepted.', 'recipient'],
  ['Gmail', 'data', '421 4.3.0 Temporary System Problem. Try again later.', 'account'],
  // https://learn.microsoft.com/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online
  [
    'Microsoft 365',
    'message',
    '554 5.2.0 STOREDRV.Submission.Exception:OutboundSpamException; Failed to process message due to a permanent exception with message WASCL UserAction verdict is not None. Actual verdict is Suspend, ShowTierUpgrade.',
    'account',
  ],
  [
    'Microsoft 365',
    'message',
    '554 5.2.0 STOREDRV.Submission.Exception:OutboundSpamException; Failed to process message due to a permanent exception with message WASCL UserAction verdict is not None. Actual verdict is RefuseQuota.',
    'account',
  ],
  [
    'Microsoft 365',
    'message',
    '554 5.2.0 STOREDRV.Submission.Exception:OutboundSpamException; WASCL UserAction verdict is not None. Actual verdict is HipNotify',
    'account',
  ],
  [
    'Microsoft 365',
    'message',
    '550 5.7.511 Access denied, banned sender[192.0.2.1]. To request removal from this list please forward this message to delist@microsoft.com.',
    'account',
  ],
  [
    'Microsoft 365',
    'message',
    '550 5.7.236 Message not sent: tenant has exceeded outbound limit for unlicensed tenants.',
    'account',
  ],
  [
    'Microsoft 365',
    'message',
    '550 5.7.232 Your message can’t be sent because your trial tenant has exceeded its daily limit for sending email to external recipients',
    'account',
  ],
  [
    'Microsoft 365',
    'message',
    '550 5.7.233 Your message can’t be sent because your tenant exceeded its daily limit for sending email to external recipients',
    'account',
  ],
  ['Microsoft 365', 'message', '550 5.7.502 Access denied, banned sender.', 'account'],
  [
    'Microsoft 365',
    'message',
    '550 5.7.750 Service unavailable. Client blocked from sending from unregistered domains.',
    'account',
  ],
  [
    'Microsoft 365',
    'message',
    '550 5.7.30 Basic authentication is not supported for Client Submission.',
    'account',
  ],
  ['Microsoft 365', 'rcpt', '550 5.7.1 You are not authorized to send to this group.', 'recipient'],
  [
    'Microsoft 365',
    'rcpt',
    '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; Delivery not authorized, the recipient group only accepts messages from people in its organization.',
    'recipient',
  ],
  [
    'Microsoft 365',
    'rcpt',
    '550 5.7.124 Sender not in allowed-senders list of the recipient group',
    'recipient',
  ],
  [
    'Microsoft 365',
    'rcpt',
    '550 5.2.122 The recipient has exceeded their limit for the number of messages they can receive per hour.',
    'recipient',
  ],
  ['Microsoft 365', 'rcpt', '451 4.7.0 Temporary server error. Please try again later. PRX4', 'recipient'],
  [
    'Outlook.com',
    'message',
    '550 5.7.515 Access denied, sending domain example.org does not meet the required authentication level. The sender’s domain in the 5322.From address doesn’t meet the authentication requirements defined for the sender.',
    'account',
  ],
  ['Outlook.com', 'message', '554 5.2.0 Message size exceeds the limit of the recipient', 'message'],
  // Exchange: https://learn.microsoft.com/exchange/mail-flow/non-delivery-reports-and-bounce-messages
  ['Exchange', 'rcpt', '550 5.7.1 Unable to relay', 'account'],
  [
    'Exchange',
    'message',
    '550 5.7.60 SMTP; Client does not have permissions to send as this sender',
    'account',
  ],
  ['Exchange', 'rcpt', '550 5.1.1 User unknown', 'recipient'],
  ['Exchange', 'message', '552 5.3.4 Message size exceeds fixed maximum message size', 'message'],
  ['Exchange', 'message', '452 4.3.1 Insufficient system resources', 'recipient'],
  [
    'Exchange',
    'rcpt',
    '550 5.7.129 RESOLVER.RST.RestrictedToRecipientsPermission; not authorized to send to the recipient because the sender isn’t on the recipient’s list of allowed senders',
    'recipient',
  ],
  // https://senders.yahooinc.com/smtp-error-codes
  [
    'Yahoo',
    'message',
    '554 5.7.9 Message not accepted for policy reasons. See https://postmaster.yahooinc.com/error-codes',
    'recipient',
  ],
  [
    'Yahoo',
    'message',
    '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints',
    'account',
  ],
  [
    'Yahoo',
    'rcpt',
    '554 30 Sorry, your message to ann@example.com cannot be delivered. This mailbox is disabled (554.30).',
    'recipient',
  ],
  // https://support.apple.com/102322, and forum transcripts
  ['iCloud', 'message', '550 5.7.0 From address is not one of your addresses', 'account'],
  [
    'iCloud',
    'message',
    '550 5.7.1 [HM08] Message rejected due to local policy. Please visit https://support.apple.com/en-us/HT204137',
    'recipient',
  ],
  ['iCloud', 'rcpt', '552 5.2.2 <ann@example.com>: user is over quota', 'recipient'],
  // https://www.ionos.ca/help/email/general-topics/what-are-the-mass-mailing-limits/
  [
    'IONOS',
    'message',
    '450-Requested mail action not taken: mailbox unavailable\n450 Mail send limit exceeded.',
    'account',
  ],
  [
    'GMX',
    'rcpt',
    '450-Requested mail action not taken: mailbox unavailable\n450 Mail send limit exceeded. For explanation visit https://postmaster.gmx.net/',
    'account',
  ],
  [
    'WEB.DE',
    'data',
    '450-Requested mail action not taken: mailbox unavailable\n450 Mail send limit exceeded.',
    'account',
  ],
  [
    'GMX',
    'rcpt',
    '550-Requested action not taken: mailbox unavailable\n550 sender address is not allowed, sender address rejected',
    'account',
  ],
  ['GMX', 'message', '554-Transaction failed\n554 Reject due to policy restrictions.', 'recipient'],
  ['WEB.DE', 'rcpt', '550 <ann@example.com> Requested action not taken: mailbox unavailable', 'recipient'],
  ['IONOS', 'message', '421 Rate limit reached. Please try again later', 'account'],
  // https://www.fastmail.help/hc/en-us/articles/360060591033, and forum transcripts
  ['Fastmail', 'message', '551 5.7.1 Not authorised to send from this header address', 'account'],
  [
    'Fastmail',
    'rcpt',
    '551 5.7.1 <me@example.org>: Sender address rejected: not authorised to send from this address',
    'account',
  ],
  ['Fastmail', 'rcpt', '451 4.7.1 <ann@example.com>: Recipient address rejected: Greylisted', 'recipient'],
  // https://github.com/cachethq/cachet/issues/3052, https://github.com/frappe/erpnext/issues/19057
  [
    'Zoho',
    'message',
    '550 5.4.6 Unusual sending activity detected. <a href=https://www.zoho.com/mail/help/usage-policy.html target=_blank>Learn more.</a>',
    'account',
  ],
  ['Zoho', 'message', '553 Relaying disallowed as me@example.org', 'account'],
  ['Zoho', 'rcpt', '550 5.1.1 User does not exist', 'recipient'],
  ['Zoho', 'message', '554 5.2.3 MailPolicy violation Error delivering to mailboxes', 'recipient'],
  ['OVH', 'message', '554 5.7.1 Outgoing limit exceeded for today', 'account'],
  ['OVH', 'message', '550 Sender has exceeded the maximum number of emails for today', 'account'],
  [
    'OVH',
    'rcpt',
    '550 5.1.1 <ann@example.com>: Recipient address rejected: User unknown in relay recipient table',
    'recipient',
  ],
  // https://github.com/sahat/hackathon-starter/issues/1083, https://www.twilio.com/docs/sendgrid/for-developers/sending-email/smtp-errors-and-troubleshooting
  [
    'SendGrid',
    'message',
    '550 The from address does not match a verified Sender Identity. Mail cannot be sent until this error is resolved.',
    'account',
  ],
  ['SendGrid', 'rcpt', '451 Authentication failed: Maximum credits exceeded', 'account'],
  ['SendGrid', 'message', '452 Too many recipients received this hour', 'account'],
  // https://docs.aws.amazon.com/ses/latest/dg/troubleshoot-error-messages.html
  ['Amazon SES', 'message', '454 Throttling failure: Maximum sending rate exceeded.', 'account'],
  [
    'Amazon SES',
    'message',
    '554 Message rejected: Email address is not verified. The following identities failed the check in region EU-WEST-1: me@example.org',
    'account',
  ],
  ['Amazon SES', 'message', '554 Transaction failed: Message size exceeds the maximum', 'message'],
  [
    'Mailgun',
    'message',
    '421 Domain example.org is not allowed to send: recipient limit exceeded per hour',
    'account',
  ],
  ['Mailgun', 'message', '450 4.7.1 Hourly limit exceeded for domain example.org', 'account'],
  [
    'Brevo',
    'message',
    '502 5.7.0 Your SMTP account is not yet activated. Please contact us at contact@brevo.com to request activation',
    'account',
  ],
  ['Brevo', 'rcpt', '525 5.7.1 Unauthorized IP address', 'recipient'],
  [
    'Postmark',
    'message',
    "550 5.7.1 The 'From' address you supplied (me@example.org) is not a Sender Signature on your account.",
    'account',
  ],
  ['Postmark', 'rcpt', '406 You tried to send to a recipient that has been marked as inactive.', 'recipient'],
  // https://www.exim.org/exim-html-current/doc/html/spec_html/ch-access_control_lists.html
  [
    'Exim',
    'rcpt',
    '550-Verification failed for <ann@example.com>\n550-Called:   192.0.2.1\n550-Sent:     RCPT TO:<ann@example.com>\n550-Response: 550 relay not permitted\n550 Sender verify failed',
    'recipient',
  ],
  ['Exim', 'rcpt', '550 Administrative prohibition', 'recipient'],
  ['Exim', 'message', '550 This message contains a virus.', 'message'],
  ['Exim', 'message', '552 Message size exceeds maximum permitted', 'message'],
  ['Exim', 'rcpt', '451 Could not complete recipient verify callout', 'recipient'],
  ['Exim', 'rcpt', '450 Too many recipient attempts', 'recipient'],
  ['Exim', 'rcpt', '550 Sender rate 101.0 / 1h exceeds the submission rate limit', 'account'],
  // https://www.postfix.org/postconf.5.html, https://www.postfix.org/ADDRESS_VERIFICATION_README.html
  [
    'Postfix',
    'rcpt',
    '550 5.1.1 <ann@example.com>: Recipient address rejected: undeliverable address: host mx.example.com[192.0.2.1] said: 554 5.7.1 <ann@example.com>: Relay access denied (in reply to RCPT TO command)',
    'recipient',
  ],
  [
    'Postfix',
    'rcpt',
    '450 4.7.1 <ann@example.com>: Recipient address rejected: Please try again later',
    'recipient',
  ],
  [
    'Postfix',
    'rcpt',
    '554 5.7.1 <ann@example.com>: Sender address rejected: blocked by recipient policy',
    'recipient',
  ],
  [
    'Postfix',
    'rcpt',
    '550 5.7.1 <ann@example.com>: daily sending limit of the recipient list exceeded',
    'recipient',
  ],
  ['Postfix', 'data', '451 4.3.0 Error: queue file write error', 'account'],
  ['Postfix', 'rcpt', '452 4.5.3 Error: too many recipients', 'account'],
  ['Postfix', 'message', '554 5.7.1 Spam message rejected', 'message'],
  // https://help.mail.163.com, https://service.mail.qq.com
  ['163', 'message', '550 User frequency limited', 'account'],
  ['163', 'message', '554 DT:SPM 163 smtp, please see http://mail.163.com/help/help_spam_16.htm', 'message'],
  ['163', 'message', '553 Mail from must equal authorized user', 'account'],
  ['163', 'rcpt', '550 User not found: ann@example.com', 'recipient'],
  ['QQ', 'message', '550 Domain frequency limited', 'account'],
  ['QQ', 'message', '550 Sender frequency limited', 'account'],
  ['QQ', 'message', '501 Mail from address must be same as authorization user.', 'account'],
  ['QQ', 'rcpt', '550 Mailbox not found. http://service.mail.qq.com', 'recipient'],
];
