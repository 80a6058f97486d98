import { hash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Content } from '#lib/emails/rendering/content.ts';
import { toSingleLine } from '#lib/emails/rendering/escaping.ts';

export interface EmailHeaders {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly messageId: string;
  readonly inReplyTo?: string;
  readonly references?: string[];
  /** Target of one-click unsubscribe; undefined to omit the header. */
  readonly unsubscribeUrl: string | undefined;
}

/**
 * Builds the MIME message. Addresses are objects, because a crafted string could add a second recipient. The boundary of the
 * parts depends on the Message-ID, so that a retry sends the same message.
 */
export async function buildMime(
  emailHeaders: EmailHeaders,
  { text, html }: Pick<Content, 'text' | 'html'>,
): Promise<Buffer> {
  const { from, to, replyTo, subject, messageId, inReplyTo, references, unsubscribeUrl } = emailHeaders;

  return new MailComposer({
    from: { name: toSingleLine(from.name), address: from.address },
    to: { name: '', address: to },
    ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
    subject: toSingleLine(subject),
    messageId,
    baseBoundary: hash('sha256', messageId).slice(0, 16),
    ...(inReplyTo !== undefined && { inReplyTo }),
    ...(references !== undefined && { references }),
    text,
    ...(html !== undefined && { html }),
    ...(unsubscribeUrl !== undefined && { headers: unsubscribeHeaders(unsubscribeUrl) }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

/** One-click unsubscribe (RFC 8058): mail clients show a button and send a POST request. */
function unsubscribeHeaders(url: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
