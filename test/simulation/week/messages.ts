import { hash } from 'node:crypto';

/** The parts of an email that reactions use. */
export interface SentEmail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly messageId: string;
  readonly header: string;
  readonly raw: Buffer;
}

export function readSentEmail(from: string, to: string, raw: Buffer): SentEmail {
  const text = raw.toString('latin1');
  const header = text.slice(0, text.indexOf('\r\n\r\n') + 2);
  const unfolded = header.replaceAll(/\r\n[ \t]+/g, ' ');
  const field = (name: string) => new RegExp(`^${name}: *(.*)\\r$`, 'im').exec(unfolded)?.[1]?.trim() ?? '';

  return { from, to, subject: field('Subject'), messageId: field('Message-ID'), header, raw };
}

/** The URL of the header field List-Unsubscribe (RFC 2369). */
export function unsubscribeUrl({ header }: SentEmail): string | undefined {
  return /^List-Unsubscribe:[^<]*<(https?:[^>]+)>/im.exec(header.replaceAll(/\r\n[ \t]+/g, ''))?.[1];
}

/** The id of a message, which is unique for its name. */
const idOf = (name: string) => `<${hash('sha256', name).slice(0, 32)}@mx.example>`;

function compose(fields: Readonly<Record<string, string>>, text: string): Buffer {
  const header = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);

  return Buffer.from(`${header.join('')}\r\n${text.replaceAll(/\r?\n/g, '\r\n')}`);
}

interface Writing {
  /** Unique among all messages. */
  readonly name: string;
  readonly at: number;
  readonly text: string;
  readonly subject: string;
  /** Whether the message names the email in In-Reply-To and References. */
  readonly isInThread: boolean;
  readonly isAutomatic?: boolean;
}

export function composeAnswer(email: SentEmail, writing: Writing): Buffer {
  const { name, at, text, subject, isInThread, isAutomatic = false } = writing;

  return compose(
    {
      From: email.to,
      To: email.from,
      Date: dateOf(at),
      Subject: subject,
      'Message-ID': idOf(name),
      ...(isInThread && { 'In-Reply-To': email.messageId, References: email.messageId }),
      ...(isAutomatic && { 'Auto-Submitted': 'auto-replied' }),
      'Content-Type': 'text/plain; charset=utf-8',
    },
    `${text}\n`,
  );
}

/** A delivery report (RFC 3464) in the layout of Postfix. @param status such as 5.1.1 */
export function composeReport(
  email: SentEmail,
  {
    name,
    at,
    status,
    diagnostic,
  }: Readonly<Record<'name' | 'status' | 'diagnostic', string>> & { at: number },
): Buffer {
  const host = `mx.${email.to.slice(email.to.indexOf('@') + 1)}`;
  const parts = [
    [
      'text/plain',
      `Your message could not be delivered.\n\n<${email.to}>: host ${host} said: ${diagnostic}\n`,
    ],
    [
      'message/delivery-status',
      `Reporting-MTA: dns; ${host}\n\nFinal-Recipient: rfc822; ${email.to}\nAction: failed\nStatus: ${status}\n` +
        `Diagnostic-Code: smtp; ${diagnostic}\n`,
    ],
    ['text/rfc822-headers', email.header.replaceAll('\r\n', '\n')],
  ];

  return compose(
    {
      From: `Mail Delivery System <MAILER-DAEMON@${host}>`,
      To: email.from,
      Date: dateOf(at),
      Subject: 'Undelivered Mail Returned to Sender',
      'Message-ID': idOf(name),
      'Auto-Submitted': 'auto-replied',
      'MIME-Version': '1.0',
      'Content-Type': 'multipart/report; report-type=delivery-status; boundary=part',
    },
    `${parts.map(([type, text]) => `--part\nContent-Type: ${type}\n\n${text}\n`).join('')}--part--\n`,
  );
}

const dateOf = (at: number) => new Date(at).toUTCString().replace('GMT', '+0000');
