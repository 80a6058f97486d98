import { hash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Content } from '#lib/emails/rendering/content.ts';
import { toSingleLine } from '#lib/emails/rendering/escaping.ts';
import { wireAddress } from '#lib/values/email-address.ts';

const lineBreak = Buffer.from('\r\n');

export interface EmailHeaders {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly messageId: string;
  /** Defaults to now. */
  readonly date?: Date;
  readonly inReplyTo?: string;
  readonly references?: string[];
  /** Target of one-click unsubscribe; undefined to omit the header. */
  readonly unsubscribeUrl: string | undefined;
  /** Whether programs must not answer it (RFC 3834). */
  readonly isAutomatic?: boolean;
}

/**
 * Builds the MIME message. Addresses are objects, because a crafted string could add a second recipient. The boundary of the
 * parts depends on the Message-ID, so that a retry sends the same message. All line breaks are CRLF, also the last one: the
 * result has the bytes that the mail server receives.
 */
export async function buildMime(
  emailHeaders: EmailHeaders,
  { text, html }: Pick<Content, 'text' | 'html'>,
): Promise<Buffer> {
  const { from, to, replyTo, subject, messageId, date, inReplyTo, references, unsubscribeUrl } = emailHeaders;
  const raw = await new MailComposer({
    from: { name: toSingleLine(from.name), address: wireAddress(from.address) },
    to: { name: '', address: wireAddress(to) },
    ...(replyTo !== null && { replyTo: { name: '', address: wireAddress(replyTo) } }),
    subject: toSingleLine(subject),
    messageId,
    ...(date !== undefined && { date }),
    baseBoundary: hash('sha256', messageId).slice(0, 16),
    ...(inReplyTo !== undefined && { inReplyTo }),
    ...(references !== undefined && { references }),
    text,
    ...(html !== undefined && { html }),
    headers: {
      ...(unsubscribeUrl !== undefined && unsubscribeHeaders(unsubscribeUrl)),
      ...(emailHeaders.isAutomatic && { 'Auto-Submitted': 'auto-generated' }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'windows',
  })
    .compile()
    .build();

  return raw.subarray(-2).equals(lineBreak) ? raw : Buffer.concat([raw, lineBreak]);
}

/** One-click unsubscribe (RFC 8058): mail clients show a button and send a POST request. */
function unsubscribeHeaders(url: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
