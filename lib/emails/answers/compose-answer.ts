import type { Sender } from '#lib/emails/rendering/compose.ts';
import { finishContent } from '#lib/emails/rendering/content.ts';
import { buildMime } from '#lib/emails/rendering/mime.ts';
import { referenceHeaders } from '#lib/emails/thread.ts';
import type { AnswerContent } from '#lib/replies/answers/answers.ts';

/** An answer is personal: it has no tracking and no unsubscribe link. */
const settings = {
  trackOpens: false,
  trackClicks: false,
  plainTextOnly: false,
  unsubscribe: { header: false, link: false, text: null },
};

/**
 * Composes an answer with the account's signature. Deterministic.
 * @param createdAt time of the `Date` header (RFC 5322, section 3.6.1)
 */
export async function composeAnswer(
  account: Sender,
  { to, subject, text, html, messageId, references }: AnswerContent,
  createdAt: string,
): Promise<Buffer> {
  const bodies = { text, html: html ?? undefined };
  const content = await finishContent(bodies, {
    signatureHtml: account.signatureHtml,
    // An answer is not a commercial email.
    postalAddress: null,
    settings,
    links: undefined,
  });

  return buildMime(
    {
      from: { name: account.fromName ?? '', address: account.email },
      to,
      replyTo: account.replyTo,
      subject,
      messageId,
      unsubscribeUrl: undefined,
      date: new Date(createdAt),
      ...referenceHeaders(messageId, { subject, messageIds: references }),
    },
    content,
  );
}
