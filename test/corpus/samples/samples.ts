import type { Classification } from '#lib/inbox/classify.ts';
import type { ReplyReason } from '#lib/mail/replies/rule.ts';
import { ourId } from '../../unit/inbox/messages.ts';

/*
 * Reports in the layouts of mail systems, written for this project. The phrases are those of the systems. Addresses and
 * hosts are examples.
 */

interface Sample {
  readonly system: string;
  readonly kind: Classification['kind'];
  readonly reason?: ReplyReason;
  /** Null if the report names none. */
  readonly address?: string | null;
  readonly raw: string;
}

const address = 'ann@example.com';
const sns = 'SES <no-reply@sns.amazonaws.com>';
const original = `Received: from sender.example by mx.example; Mon, 3 Jun 2030 10:00:00 +0000
From: Sam <sam@sender.example>
To: ${address}
Subject: Hello
Message-ID: ${ourId}
Date: Mon, 3 Jun 2030 10:00:00 +0000`;
/** Amazon SES replaces the id but keeps the references. */
const replaced = original.replace(
  `Message-ID: ${ourId}`,
  `Message-ID: <0102018f00000000-aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee-000000@eu-west-1.amazonses.com>\nReferences: ${ourId}`,
);

const plain = (from: string, subject: string, body: string, header = '') =>
  `${header}From: ${from}\nTo: sam@sender.example\nSubject: ${subject}\n\n${body}\n`;

const parts = (from: string, subject: string, type: string, ...contents: readonly string[]) =>
  `From: ${from}\nTo: sam@sender.example\nSubject: ${subject}\nMIME-Version: 1.0\nContent-Type: ${type}; boundary=b\n\n${contents.map((each) => `--b\n${each}\n`).join('\n')}\n--b--\n`;

const text = (words: string) => `Content-Type: text/plain; charset=utf-8\n\n${words}`;
const status = (fields: string) =>
  `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n${fields}`;
const returned = (message = original) => `Content-Type: message/rfc822\n\n${message}\n\nGood day.`;
const report = 'multipart/report; report-type=delivery-status';
const exim = (error: string) =>
  `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ${address}\n    host mx.example.com [192.0.2.1]\n    SMTP error from remote mail server after RCPT TO:<${address}>:\n    ${error}\n\n------ This is a copy of the message, including all the headers. ------\n\n${original}\n`;
const hard = (system: string, reason: ReplyReason, raw: string): Sample => ({
  system,
  reason,
  address,
  raw,
  kind: 'hard_bounce',
});
const soft = (system: string, reason: ReplyReason, raw: string): Sample => ({
  system,
  reason,
  address,
  raw,
  kind: 'soft_bounce',
});
const eximFrom = 'Mail Delivery System <Mailer-Daemon@mx.example>';
const eximSubject = 'Mail delivery failed: returning message to sender';
const field = (code: string, words: string, action = 'failed') =>
  status(
    `Final-Recipient: rfc822; ${address}\nAction: ${action}\nStatus: ${code}\nDiagnostic-Code: smtp; ${words}`,
  );
const reported = (code: string, words: string, action?: string, message = original) =>
  parts(
    'MAILER-DAEMON@mx.example',
    'Undelivered Mail Returned to Sender',
    report,
    text('I am the mail system.'),
    field(code, words, action),
    returned(message),
  );

export const samples: readonly Sample[] = [
  hard(
    'Exim, a text',
    'address_unknown',
    plain(eximFrom, eximSubject, exim('550 5.1.1 User unknown'), `X-Failed-Recipients: ${address}\n`),
  ),
  soft(
    'Exim, a full mailbox',
    'mailbox_full',
    plain(eximFrom, eximSubject, exim('552 5.2.2 Mailbox is over quota')),
  ),
  soft(
    'Exim, a blocklist behind an address code',
    'blocklisted',
    plain(eximFrom, eximSubject, exim('550 5.1.3 rejected, 192.0.2.9 is listed at zen.spamhaus.org')),
  ),
  soft(
    'Exim, a delay',
    'expired',
    plain(
      eximFrom,
      'Warning: message 1abc delayed 24 hours',
      `A message that you sent has not yet been delivered to one or more of its\nrecipients after more than 24 hours on the queue.\n\nThe address to which the message has not yet been delivered is:\n\n  ${address}\n    Delay reason: 550 5.1.1 User unknown\n\n${original}`,
    ),
  ),
  hard(
    'GMX',
    'address_unknown',
    plain(
      'MAILER-DAEMON@mail.gmx.example',
      eximSubject,
      `The following address\nfailed:\n\n"${address}":\nSMTP error from remote server after RCPT command:\nhost: mx.example.com\n5.1.1 <${address}>... User Unknown\n\n--- The header of the original message is following. ---\n\n${original}`,
    ),
  ),
  hard(
    'Yahoo',
    'address_unknown',
    plain(
      'MAILER-DAEMON@yahoo.example',
      'Failure Notice',
      `Sorry, we were unable to deliver your message to the following address.\n\n<${address}>:\n554: delivery error: dd This user doesn't have an example.com account (${address}) [0]\n\n--- Below this line is a copy of the message.\n\n${original}`,
    ),
  ),
  hard(
    'DragonFly, with an empty sender',
    'address_unknown',
    plain(
      'MAILER-DAEMON <>',
      'Mail delivery failed',
      `This is the DragonFly Mail Agent at mx.example.\n\nThere was an error delivering your mail to <${address}>.\n\nmx.example.com [192.0.2.1] did not like our RCPT TO:\n550 5.1.1 <${address}>: Recipient address rejected: User unknown\n\nMessage headers follow.\n\n${original}`,
    ),
  ),
  hard(
    'Zoho, the header in the text',
    'address_unknown',
    plain(
      'mailer-daemon@mail.zoho.example',
      'Undelivered Mail Returned to Sender',
      `This message was created automatically by mail delivery software.\n${address} Invalid Address, ERROR_CODE :550, ERROR_CODE :5.1.1 User Unknown\n\n${original}`,
    ),
  ),
  hard(
    'Amazon WorkMail, the fields in the text',
    'address_unknown',
    parts(
      'MAILER-DAEMON@eu-west-1.amazonses.example',
      'Delivery Status Notification (Failure)',
      'multipart/mixed',
      text(
        `An error occurred while trying to deliver the mail to the following recipients:\n${address}\n\nTechnical report:\n\nReporting-MTA: dsn; a1.smtp-out.example\n\nAction: failed\nFinal-Recipient: rfc822; ${address}\nDiagnostic-Code: smtp; 550 5.1.1 user unknown\nStatus: 5.1.1`,
      ),
      returned(),
    ),
  ),
  hard(
    'Amazon SES, which replaces the id',
    'address_unknown',
    reported('5.1.1', '550 5.1.1 user unknown', 'failed', replaced),
  ),
  hard(
    'OpenSMTPD',
    'address_unknown',
    plain(
      'Mailer Daemon <MAILER-DAEMON@mx.example>',
      'Delivery status notification: error',
      `Hi!\n\nAn error has occurred while attempting to deliver a message for\nthe following list of recipients:\n\n${address}: 550 5.1.1 The email account that you tried to reach does not exist\n\n    Below is a copy of the original message:\n\n${original}`,
    ),
  ),
  hard(
    'Sendmail 5, a transcript',
    'domain_unknown',
    plain(
      'Mail Delivery Subsystem <MAILER-DAEMON@mx.example>',
      'Returned mail: Host unknown',
      `   ----- Transcript of session follows -----\n550 example.com (smtp)... 550 Host unknown\n554 <${address}>... 550 Host unknown (Authoritative answer from name server)\n\n   ----- Unsent message follows -----\n${original}`,
    ),
  ),
  hard(
    'Lotus Notes',
    'address_unknown',
    plain(
      'postmaster@notes.example',
      'Undeliverable message',
      `------- Failure Reasons  --------\n\nUser not listed in public Name & Address Book\n${address}\n\n------- Returned Message --------\n\n${original}`,
    ),
  ),
  hard(
    'qmail, with a type of its own',
    'address_unknown',
    parts(
      'MAILER-DAEMON@mx.example',
      'failure notice',
      'multipart/mixed',
      text(
        `Hi. This is the qmail-send program at mx.example.\n\n<${address}>:\n192.0.2.1 does not like recipient.\nRemote host said: 550 sorry, no mailbox here by that name (#5.1.1)`,
      ),
      returned(),
    ),
  ),
  hard(
    'a forwarded report',
    'address_unknown',
    plain(
      'Sam <sam@sender.example>',
      'Fwd: Returned mail: see transcript for details',
      `> From: MAILER-DAEMON\n>\n>    ----- The following addresses had permanent fatal errors -----\n> <${address}>\n>     (reason: 550 5.1.1 User unknown)\n>\n> Message-ID: ${ourId}`,
    ),
  ),
  hard(
    'Exchange Online, edge blocking',
    'address_unknown',
    reported('5.4.1', `550 5.4.1 [${address}]: Recipient address rejected: Access denied`),
  ),
  hard(
    'Outlook.com, an unreachable domain',
    'domain_unknown',
    reported(
      '5.5.0',
      '554 The mail could not be delivered to the recipient because the domain is not reachable. Please check the domain and try again',
    ),
  ),
  hard(
    'Postfix, a domain that does not exist',
    'domain_unknown',
    reported(
      '5.4.4',
      'Host or domain name not found. Name service error for name=example.com type=A: Host not found',
    ),
  ),
  hard(
    'Postfix, a null MX',
    'domain_without_mail',
    reported('5.1.0', '556 5.1.10 Domain example.com does not accept mail (nullMX)'),
  ),
  hard(
    'Gmail, an address that is not found',
    'address_unknown',
    parts(
      'Mail Delivery Subsystem <mailer-daemon@googlemail.example>',
      'Delivery Status Notification (Failure)',
      report,
      text(
        `** Address not found **\n\nYour message wasn't delivered to ${address} because the address couldn't be found. Check for typos or unnecessary spaces and try again.`,
      ),
      status(`Final-Recipient: rfc822; ${address}\nAction: failed\nStatus: 5.0.0`),
      returned(),
    ),
  ),
  soft(
    'Gmail, a rate',
    'rate_limited',
    reported(
      '5.2.1',
      '550-5.2.1 The user you are trying to contact is receiving mail at a rate that 550 5.2.1 prevents additional messages from being delivered.',
    ),
  ),
  soft(
    'Cox, a refused sender',
    'blocklisted',
    reported('5.1.0', '550 5.1.0 <bounce@sender.example> sender rejected. Refer to Error Codes. AUP#CDRBL'),
  ),
  soft(
    'Exchange Online, an SPF failure with an address code',
    'authentication',
    reported('5.1.0', "550 5.1.0 192.0.2.9 is not allowed to send from <sender.example> per it's SPF Record"),
  ),
  soft(
    'a server that limits recipients',
    'rate_limited',
    reported('5.1.1', '550 5.1.1 too many recipients this hour'),
  ),
  soft(
    'a server with preferences',
    'recipient_preference',
    reported('5.1.1', '550 5.1.1 refused due to recipient preferences'),
  ),
  soft(
    'Postfix, an access rule',
    'policy',
    reported('5.7.1', `554 5.7.1 <${address}>: Recipient address rejected: Access denied`),
  ),
  soft(
    'Postfix, a delay',
    'expired',
    reported('4.4.1', 'connect to mx.example.com: Connection timed out', 'delayed'),
  ),
  soft(
    'Google Groups',
    'undetermined',
    plain(
      'Mail Delivery Subsystem <mailer-daemon@googlemail.example>',
      'Delivery Status Notification (Failure)',
      `Zustellung nicht ausgeführt.\n\n----- Original message -----\n\n${original}`,
      `X-Failed-Recipients: ${address}\n`,
    ),
  ),
  { system: 'Postfix, a success', kind: 'other', raw: reported('2.1.5', '250 2.1.5 Ok', 'delivered') },
  {
    system: 'a read receipt (RFC 8098)',
    kind: 'other',
    raw: parts(
      'Ann <ann@example.com>',
      'Read: Hello',
      'multipart/report; report-type=disposition-notification',
      text('Your message was read.'),
      `Content-Type: message/disposition-notification\n\nFinal-Recipient: rfc822; ${address}\nOriginal-Message-ID: ${ourId}\nDisposition: manual-action/MDN-sent-manually; displayed`,
    ),
  },
  {
    system: 'a mailbox provider, abuse (RFC 5965)',
    kind: 'complaint',
    raw: parts(
      'feedback@provider.example',
      'Abuse report',
      'multipart/report; report-type=feedback-report',
      text('This is an abuse report.'),
      'Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nUser-Agent: Provider/1.0\nVersion: 1',
      returned(),
    ),
  },
  {
    system: 'Amazon SES, abuse with a replaced id',
    kind: 'complaint',
    raw: parts(
      'complaints@email-abuse.amazonses.example',
      'Complaint',
      'multipart/report; report-type=feedback-report',
      text('Complaint'),
      'Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nVersion: 1',
      returned(replaced),
    ),
  },
  {
    system: 'Microsoft, junk mail reporting',
    kind: 'complaint',
    raw: parts(
      'staff@hotmail.com',
      'complaint about message from 192.0.2.9',
      'multipart/mixed',
      returned(`X-HmXmrOriginalRecipient: ${address}\n${original}`),
    ),
  },
  {
    system: 'a mailbox provider, not spam',
    kind: 'other',
    raw: parts(
      'feedback@provider.example',
      'Report',
      'multipart/report; report-type=feedback-report',
      text('Not spam.'),
      'Content-Type: message/feedback-report\n\nFeedback-Type: not-spam\nVersion: 1',
      returned(),
    ),
  },
  {
    system: 'a DMARC reporter (RFC 6591)',
    kind: 'other',
    raw: parts(
      'dmarc@provider.example',
      'Report',
      'multipart/report; report-type=feedback-report',
      text('DMARC failed.'),
      'Content-Type: message/feedback-report\n\nFeedback-Type: auth-failure\nVersion: 1',
      returned(),
    ),
  },
  {
    system: 'Amazon SES through Amazon SNS',
    kind: 'hard_bounce',
    reason: 'address_unknown',
    address,
    raw: plain(
      'SES <no-reply@sns.amazonaws.com>',
      'AWS Notification Message',
      `${JSON.stringify({
        notificationType: 'Bounce',
        bounce: {
          bounceType: 'Permanent',
          bouncedRecipients: [{ emailAddress: address, diagnosticCode: 'smtp; 550 5.1.1 user unknown' }],
        },
        mail: { headers: [{ name: 'References', value: ourId }] },
      }).replace(
        '"mail"',
        '!\n "mail"',
      )}\n\n--\nIf you wish to stop receiving notifications, visit the link below.`,
    ),
  },
  {
    system: 'Amazon SES through Amazon SNS about a complaint',
    kind: 'complaint',
    raw: plain(
      sns,
      'AWS Notification Message',
      JSON.stringify({
        notificationType: 'Complaint',
        complaint: { complainedRecipients: [{ emailAddress: address }], complaintFeedbackType: 'abuse' },
        mail: { headers: [{ name: 'Message-ID', value: ourId }] },
      }),
    ),
  },
  {
    system: 'Amazon SES through Amazon SNS about a complaint, without raw delivery',
    kind: 'complaint',
    raw: plain(
      sns,
      'AWS Notification Message',
      JSON.stringify({
        Type: 'Notification',
        Message: JSON.stringify({
          eventType: 'Complaint',
          complaint: { complainedRecipients: [{ emailAddress: address }], complaintFeedbackType: null },
          mail: { headers: [{ name: 'Message-ID', value: ourId }] },
        }),
      }),
    ),
  },
  {
    system: 'Amazon SES through Amazon SNS about a message that is not spam',
    kind: 'other',
    raw: plain(
      sns,
      'AWS Notification Message',
      JSON.stringify({
        notificationType: 'Complaint',
        complaint: { complaintFeedbackType: 'not-spam' },
        mail: { headers: [{ name: 'Message-ID', value: ourId }] },
      }),
    ),
  },
  {
    system: 'a server that announces parts and writes no boundary',
    kind: 'hard_bounce',
    reason: 'address_unknown',
    address,
    raw: `From: MAILER-DAEMON@mx.example
Subject: Returned mail: User unknown
Content-Type: multipart/report; boundary=b

Reporting-MTA: dns; mx.example

Final-Recipient: RFC822; <${address}>
Action: failed
Status: 5.1.1

Return-Path: <sam@sender.example>
Message-ID: ${ourId}
`,
  },
  {
    system: 'a mobile carrier that signs no daemon and leaves the return path empty',
    kind: 'soft_bounce',
    reason: 'mailbox_full',
    address,
    raw: `Return-Path: <>\n${parts(
      'no-reply@carrier.example',
      'Mail',
      'multipart/mixed',
      text(`Your mail could not be delivered to: <${address}>\nAs their mailbox is full.`),
      `Content-Type: message/rfc822\n\n${original}`,
    )}`,
  },
  {
    system: 'a gateway that names the recipient in the returned header alone',
    kind: 'hard_bounce',
    reason: 'address_unknown',
    address,
    raw: plain(
      'MMSC NDR Administrator <postmaster@mms.example>',
      'Undeliverable Message',
      `Message could not be delivered to mobile.\nError: No valid recipients for this MM\n\nOriginal Message:\n${original}`,
    ),
  },
  {
    system: 'NTT docomo about a filtered message',
    kind: 'soft_bounce',
    reason: 'recipient_preference',
    address,
    raw: parts(
      'MAILER-DAEMON@mx.example',
      'Undelivered Mail Returned to Sender',
      'multipart/report',
      text('Undelivered.'),
      status(
        `Final-Recipient: rfc822; ${address}\nAction: failed\nStatus: 5.2.0\nDiagnostic-Code: smtp; 550 Unknown user ${address}`,
      ),
      `Content-Type: message/rfc822\n\n${original}`,
    ),
  },
];
