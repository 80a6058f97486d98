import type { SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import { type Content, type EmailSettings, finishContent } from '#lib/emails/rendering/content.ts';
import { type EmailTexts, usedTexts } from '#lib/emails/rendering/email-texts.ts';
import { type Escaping, textEscaping } from '#lib/emails/rendering/escaping.ts';
import { htmlEscaping } from '#lib/emails/rendering/html-escaping.ts';
import {
  type MergeCompany,
  type MergeContact,
  type MergeFields,
  mergeFields,
} from '#lib/emails/rendering/merge-fields.ts';
import { buildMime } from '#lib/emails/rendering/mime.ts';
import {
  contentBytesMax,
  type Rendered,
  renderSubject,
  renderTemplate,
} from '#lib/emails/rendering/render.ts';
import type { Variant } from '#lib/emails/rendering/variant.ts';
import { referenceHeaders, type Thread } from '#lib/emails/thread.ts';
import type { EmailLinks } from '#lib/links/links.ts';
import { stripReplyPrefixes } from '#lib/values/text/reply-prefixes.ts';
import { toSingleLine } from '#lib/values/text/single-line.ts';

/** The parts of an account that its emails show. */
export type Sender = Pick<
  SendingAccount,
  'email' | 'fromName' | 'replyTo' | 'signatureHtml' | 'postalAddress'
>;

/** All inputs from which an email is composed. */
export interface Draft {
  readonly variant: Variant;
  readonly contact: MergeContact;
  readonly company: MergeCompany | undefined;
  readonly sender: Sender;
  /** Seed of the choices: the id of the execution. */
  readonly seed: string;
  readonly stepId: string;
  readonly messageId: string;
  /** The conversation that a reply step continues. */
  readonly thread: Thread | undefined;
  readonly settings: EmailSettings;
  /** If undefined, the message has no tracking and no unsubscribe link. */
  readonly links: EmailLinks | undefined;
  /** `write`: fields without a value are rendered as they are written, in a preview. */
  readonly missingFields?: 'report' | 'write';
  /** Precedes the subject of a test email. */
  readonly subjectPrefix?: string;
  /** The recipient of a test email; defaults to the contact's address. */
  readonly to?: string;
}

export type Composed =
  | {
      readonly kind: 'composed';
      readonly raw: Buffer;
      /** Rendered, without `Re:`. Replies in the thread reuse it. */
      readonly subject: string;
      readonly content: Content;
    }
  /** Missing fields of all texts, by their template names. */
  | { readonly kind: 'missing'; readonly fields: readonly string[] }
  | { readonly kind: 'too_large' };

/**
 * Composes the email of a step. The message is deterministic except for its `Date` header, so previews and retries match.
 */
export async function composeEmail(draft: Draft): Promise<Composed> {
  const fields = mergeFields({ ...draft, unsubscribeUrl: draft.links?.unsubscribeUrl });
  const rendered = renderTexts(draft, fields);
  if (rendered.kind !== 'rendered') return rendered;

  const { thread, sender, contact, settings, messageId, links } = draft;
  const { signatureHtml, postalAddress } = sender;
  const content = await finishContent(rendered.texts, { signatureHtml, postalAddress, settings, links });
  const ownSubject = toSingleLine(rendered.texts.subject ?? '');
  if (Buffer.byteLength(`${ownSubject}${content.text}${content.html ?? ''}`) > contentBytesMax) {
    return { kind: 'too_large' };
  }
  const subject = stripReplyPrefixes(thread?.subject ?? ownSubject);
  const raw = await buildMime(
    {
      from: { name: sender.fromName ?? '', address: sender.email },
      to: draft.to ?? contact.email,
      replyTo: sender.replyTo,
      subject: `${draft.subjectPrefix ?? ''}${thread ? `Re: ${subject}` : ownSubject}`,
      messageId,
      ...referenceHeaders(messageId, thread),
      unsubscribeUrl: settings.unsubscribe.header ? links?.unsubscribeUrl : undefined,
    },
    content,
  );

  return { kind: 'composed', raw, subject, content };
}

type RenderedTexts =
  | { readonly kind: 'rendered'; readonly texts: EmailTexts }
  | Exclude<Rendered, { kind: 'rendered' }>;

function renderTexts(
  { variant, thread, settings, seed: draftSeed, stepId, missingFields }: Draft,
  fields: MergeFields,
): RenderedTexts {
  const used = usedTexts(variant, { isReply: thread !== undefined, plainTextOnly: settings.plainTextOnly });
  const seed = `${draftSeed}.${stepId}`;
  const subject =
    used.subject === undefined ? undefined : renderSubject(used.subject, fields, seed, missingFields);
  // The HTML and the text body share a seed, so that both make the same choices.
  const renderBody = (body: string | undefined, escaping: Escaping) =>
    body === undefined ? undefined : renderTemplate(body, fields, `${seed}.body`, escaping, missingFields);
  const html = renderBody(used.html, htmlEscaping());
  const text = renderBody(used.text, textEscaping());
  const results = [subject, html, text].filter((each) => each !== undefined);

  if (results.some(({ kind }) => kind === 'too_large')) return { kind: 'too_large' };
  const missing = results.flatMap((each) => (each.kind === 'missing' ? each.fields : []));
  if (missing.length > 0) return { kind: 'missing', fields: [...new Set(missing)] };
  const textOf = (each: Rendered | undefined) => (each?.kind === 'rendered' ? each.text : undefined);

  return { kind: 'rendered', texts: { subject: textOf(subject), html: textOf(html), text: textOf(text) } };
}
