import { randomUUID } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import MimeNode from 'nodemailer/lib/mime-node';
import { replyHeaders } from '#lib/emails/thread.ts';
import { readHeaderBytes } from '#lib/mail/received-message.ts';
import { stripReplyPrefixes } from '#lib/values/text/reply-prefixes.ts';
import type { NewEmail } from './mail-store.ts';
import type { ParsedEmail } from './parsed-email.ts';

export type ReplyKind = 'reply' | 'out-of-office' | 'bounce';

interface Reply {
  readonly kind: ReplyKind;
  /** Empty: the kind's default text. */
  readonly text: string;
}

/** Recipient and sender of the answered email. The recipient writes the reply. */
interface EmailParties {
  readonly recipient: string;
  /** Envelope sender, which automatic replies go to. */
  readonly sender: string;
}

type ComposedEmail = Pick<NewEmail, 'from' | 'to' | 'subject' | 'messageId' | 'raw'>;

const quotedMax = 10_000;
/** For composers: a text must not refer to a file or URL that is read into the message. */
const noExternalContent = { disableFileAccess: true, disableUrlAccess: true } as const;

/** A message without an envelope sender is automatic and must not be answered (RFC 5321, 4.5.5). */
export function isAnswerable({ summary }: Pick<ParsedEmail, 'summary'>): boolean {
  return summary.from !== '' && summary.to.length > 0;
}

/**
 * Composes a reply, an out-of-office reply or a bounce to an email.
 * @param now epoch milliseconds of the stack's clock
 */
export async function composeReply(
  email: ParsedEmail,
  { kind, text }: Reply,
  now: number,
): Promise<NewEmail> {
  const { from: sender, to } = email.summary;
  const [recipient = ''] = to;
  const composers = {
    reply: composePersonalReply,
    'out-of-office': composeAutomaticReply,
    bounce: composeBounce,
  };
  const composed = await composers[kind](email, { recipient, sender }, text, new Date(now));

  return { ...composed, receivedAt: now };
}

function composePersonalReply(
  email: ParsedEmail,
  { recipient, sender }: EmailParties,
  text: string,
  date: Date,
) {
  const { subject, receivedAt } = email.summary;
  const quoted = email.text.slice(0, quotedMax).trimEnd().replaceAll(/^/gm, '> ');

  return compose(email, {
    date,
    envelopeFrom: recipient,
    from: recipient,
    to: email.replyAddress ?? sender,
    subject: `Re: ${stripReplyPrefixes(subject)}`,
    text: `${text}\n\nOn ${new Date(receivedAt).toUTCString()}, ${sender} wrote:\n${quoted}\n`,
    headers: {},
  });
}

/** RFC 3834: sent to the envelope sender with an empty envelope sender, so that two automatic responders never loop. */
function composeAutomaticReply(
  email: ParsedEmail,
  { recipient, sender }: EmailParties,
  text: string,
  date: Date,
) {
  return compose(email, {
    date,
    envelopeFrom: '',
    from: recipient,
    to: sender,
    subject: `Automatic reply: ${stripReplyPrefixes(email.summary.subject)}`,
    text: `${text || 'I am out of the office and will read your message when I am back.'}\n`,
    headers: { 'Auto-Submitted': 'auto-replied' },
  });
}

interface ReplyContent {
  readonly date: Date;
  readonly envelopeFrom: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function compose(email: ParsedEmail, reply: ReplyContent): Promise<ComposedEmail> {
  const { date, envelopeFrom, from, to, subject, text, headers } = reply;
  const messageId = newMessageId(from);
  const raw = await new MailComposer({
    from: { name: '', address: from },
    to: { name: '', address: to },
    subject,
    messageId,
    date,
    text,
    headers: { ...headers },
    ...inThreadOf(email),
    ...noExternalContent,
  })
    .compile()
    .build();

  return { from: envelopeFrom, to: [to], subject, messageId, raw };
}

/** RFC 3464, in the layout of Postfix. */
async function composeBounce(
  email: ParsedEmail,
  { recipient, sender }: EmailParties,
  text: string,
  date: Date,
): Promise<ComposedEmail> {
  const host = `mx.${domainOf(recipient)}`;
  const refusal = `550 5.1.1 <${recipient}>: Recipient address rejected: User unknown`;
  const subject = 'Undelivered Mail Returned to Sender';
  const messageId = newMessageId(recipient);
  const { inReplyTo, references } = inThreadOf(email);
  const root = new MimeNode('multipart/report; report-type=delivery-status', noExternalContent).setHeader({
    From: { name: 'Mail Delivery System', address: `MAILER-DAEMON@${host}` },
    To: { name: '', address: sender },
    Subject: subject,
    Date: date.toUTCString().replace('GMT', '+0000'),
    'Message-ID': messageId,
    'Auto-Submitted': 'auto-replied',
    'In-Reply-To': inReplyTo,
    References: references?.join(' '),
  });
  const explanation = text || 'I am sorry to have to inform you that your message could not be delivered.';
  root
    .createChild('text/plain')
    .setContent(`${explanation}\r\n\r\n<${recipient}>: host ${host} said: ${refusal}\r\n`);
  root
    .createChild('message/delivery-status')
    .setContent(
      [
        ...[`Reporting-MTA: dns; ${host}`, ''],
        ...[`Final-Recipient: rfc822; ${recipient}`, 'Action: failed', 'Status: 5.1.1'],
        ...[`Remote-MTA: dns; ${host}`, `Diagnostic-Code: smtp; ${refusal}`, ''],
      ].join('\r\n'),
    );
  root.createChild('text/rfc822-headers').setContent(readHeaderBytes(email.raw));

  return { from: '', to: [sender], subject, messageId, raw: await root.build() };
}

function inThreadOf({ summary: { subject, messageId }, references }: ParsedEmail) {
  return replyHeaders({ subject, messageIds: [...references, messageId] });
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);
const newMessageId = (address: string) => `<${randomUUID()}@${domainOf(address)}>`;
