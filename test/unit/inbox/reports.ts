import { ourId } from './messages.ts';

export const recipient = 'ann@example.com';

interface Report {
  readonly system: string;
  /** @param reply the reply of the recipient's server */
  readonly raw: (reply: string) => string;
  /** The reply for an unknown recipient. */
  readonly gone: string;
  readonly smtpCode: number | null;
  readonly enhancedCode: string;
}

interface Layout {
  readonly from: string;
  readonly header?: string;
  readonly words: string;
  readonly status: (reply: string) => string;
  /** The content type of the returned message. */
  readonly quoted?: string;
}

const original = `From: Sam <sam@sender.example>
To: ${recipient}
Subject: Hello
Message-ID: ${ourId}
Date: Mon, 3 Jun 2030 10:00:00 +0000`;

/** A report (RFC 3464) in the layout of a mail system. */
const laidOut =
  ({ from, header = '', words, status, quoted = 'message/rfc822' }: Layout) =>
  (reply: string) =>
    `Return-Path: <>
From: ${from}
To: sam@sender.example
Subject: Undeliverable
Auto-Submitted: auto-replied
In-Reply-To: ${ourId}
References: ${ourId}
MIME-Version: 1.0
${header}Content-Type: multipart/report; report-type=delivery-status;
 boundary="=_b"

This is a MIME-encapsulated message.

--=_b
Content-Type: text/plain; charset=us-ascii

${words}

--=_b
Content-Type: message/delivery-status

${status(reply)}

--=_b
Content-Type: ${quoted}

${original}

Good day.

--=_b--
`;

const codeIn = (reply: string) => /[45]\.\d+\.\d+/.exec(reply)?.[0] ?? '5.0.0';

export const reports: readonly Report[] = [
  {
    system: 'Postfix',
    gone: '550 5.1.1 <ann@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
    smtpCode: 550,
    enhancedCode: '5.1.1',
    raw: laidOut({
      from: 'MAILER-DAEMON@mx.sender.example (Mail Delivery System)',
      words: "I'm sorry to have to inform you that your message could not be delivered.",
      status: (reply) => `Reporting-MTA: dns; mx.sender.example
X-Postfix-Queue-ID: 4ABCDEF
X-Postfix-Sender: rfc822; sam@sender.example
Arrival-Date: Mon,  3 Jun 2030 10:00:01 +0000 (UTC)

Final-Recipient: rfc822; ${recipient}
Original-Recipient: rfc822;${recipient}
Action: failed
Status: ${codeIn(reply)}
Remote-MTA: dns; mx.example.com
Diagnostic-Code: smtp; ${reply.slice(0, 40)}
    ${reply.slice(40)}`,
      quoted: 'message/rfc822',
    }),
  },
  {
    system: 'Exchange Online',
    gone: '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    smtpCode: 550,
    enhancedCode: '5.1.10',
    raw: laidOut({
      from: 'postmaster@example.onmicrosoft.com',
      header: 'X-MS-Exchange-Message-Is-Ndr: \n',
      words: 'Your message to ann@example.com couldn’t be delivered.',
      status: (reply) => `Reporting-MTA: dns;AM0PR01MB1234.eurprd01.prod.exchangelabs.com
Received-From-MTA: dns;mx.sender.example
Arrival-Date: Mon, 3 Jun 2030 10:00:02 +0000

Final-Recipient: rfc822;${recipient}
Action: failed
Status: ${codeIn(reply)}
Diagnostic-Code: smtp;${reply}`,
    }),
  },
  {
    system: 'Gmail',
    gone: '550-5.1.1 The email account that you tried to reach does not exist. Please try\n 550-5.1.1 double-checking the address.\n 550 5.1.1  https://support.google.com/mail/?p=NoSuchUser - gsmtp',
    smtpCode: 550,
    enhancedCode: '5.1.1',
    raw: laidOut({
      from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      header: 'X-Failed-Recipients: ann@example.com\n',
      words: '** Address not found **',
      status: (reply) => `Reporting-MTA: dns; googlemail.com
Arrival-Date: Mon, 03 Jun 2030 03:00:03 -0700 (PDT)
X-Original-Message-ID: ${ourId}

Final-Recipient: rfc822; ${recipient}
Action: failed
Status: ${codeIn(reply)}
Remote-MTA: dns; gmail-smtp-in.l.google.com.
Diagnostic-Code: smtp; ${reply}
Last-Attempt-Date: Mon, 03 Jun 2030 03:00:04 -0700 (PDT)`,
    }),
  },
  {
    system: 'Exim',
    gone: '550 5.1.1 No such user here',
    smtpCode: 550,
    enhancedCode: '5.1.1',
    raw: laidOut({
      from: 'Mail Delivery System <Mailer-Daemon@mx.sender.example>',
      header: 'X-Failed-Recipients: ann@example.com\n',
      words: 'A message that you sent could not be delivered to one or more of its recipients.',
      // Its status is unspecific.
      status: (reply) => `Reporting-MTA: dns; mx.sender.example

Action: failed
Final-Recipient: rfc822;${recipient}
Status: 5.0.0
Remote-MTA: dns; mx.example.com
Diagnostic-Code: smtp; ${reply}`,
    }),
  },
  {
    system: 'Sendmail',
    gone: '550 5.1.1 <ann@example.com>... User unknown',
    smtpCode: 550,
    enhancedCode: '5.1.1',
    raw: laidOut({
      from: 'Mail Delivery Subsystem <MAILER-DAEMON@mx.sender.example>',
      words: '   ----- The following addresses had permanent fatal errors -----',
      status: (reply) => `Reporting-MTA: dns; mx.sender.example
Received-From-MTA: DNS; host.sender.example
Arrival-Date: Mon, 3 Jun 2030 10:00:01 GMT

Final-Recipient: RFC822; ${recipient}
Action: failed
Status: ${codeIn(reply)}
Remote-MTA: DNS; mx.example.com
Diagnostic-Code: SMTP; ${reply}
Last-Attempt-Date: Mon, 3 Jun 2030 10:00:02 GMT`,
      quoted: 'text/rfc822-headers',
    }),
  },
  {
    system: 'Amazon SES',
    gone: '550 5.1.1 user unknown',
    smtpCode: 550,
    enhancedCode: '5.1.1',
    raw: laidOut({
      from: 'MAILER-DAEMON@amazonses.com',
      words: 'An error occurred while trying to deliver the mail to the following recipients:',
      status: (reply) => `Reporting-MTA: dsn; a8-50.smtp-out.amazonses.com

Action: failed
Final-Recipient: rfc822; ${recipient}
Diagnostic-Code: smtp; ${reply}
Status: ${codeIn(reply)}`,
    }),
  },
  {
    system: 'Yahoo',
    gone: "554 delivery error: dd This user doesn't have a yahoo.com account (ann@example.com) [0]",
    smtpCode: 554,
    enhancedCode: '5.0.0',
    raw: laidOut({
      from: 'MAILER-DAEMON@yahoo.com',
      words: 'Sorry, we were unable to deliver your message to the following address.',
      status: (reply) => `Reporting-MTA: dns; sonic301.consmr.mail.ne1.yahoo.com

Final-Recipient: rfc822; ${recipient}
Action: failed
Status: 5.0.0
Diagnostic-Code: smtp; ${reply}`,
    }),
  },
  {
    // A text format instead of a report.
    system: 'qmail',
    gone: 'Sorry, no mailbox here by that name. (#5.1.1)',
    smtpCode: null,
    enhancedCode: '5.1.1',
    raw: (reply) => `Return-Path: <>
From: MAILER-DAEMON@mx.sender.example
To: sam@sender.example
Subject: failure notice

Hi. This is the qmail-send program at mx.sender.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<${recipient}>:
192.0.2.1 does not like recipient.
Remote host said: ${reply}
Giving up on 192.0.2.1.

--- Below this line is a copy of the message.

Return-Path: <sam@sender.example>
${original}

Good day.
`,
  },
];
