import MailComposer from 'nodemailer/lib/mail-composer';
import type { Contact } from '#lib/contacts/contact.ts';
import { mergeFields } from '#lib/emails/merge-fields.ts';
import { renderTemplate } from '#lib/emails/template.ts';
import type { Variant } from '#lib/emails/variant.ts';

export interface Sender {
  readonly email: string;
  readonly fromName: string | null;
}

export type Composed =
  | { readonly kind: 'composed'; readonly raw: Buffer }
  | { readonly kind: 'missing'; readonly field: string };

/** The mail as it goes over the wire. Addresses are given as objects: a crafted string could name a second recipient. */
export async function composeMail(
  variant: Variant,
  contact: Contact,
  sender: Sender,
  messageId: string,
): Promise<Composed> {
  const fields = mergeFields(contact);
  const subject = renderTemplate(variant.subject, fields, oneLine);
  const html = renderTemplate(variant.bodyHtml ?? '', fields, escapeHtml);
  const text = renderTemplate(variant.bodyText ?? '', fields, (value) => value);
  if (subject.kind === 'missing') return subject;
  if (html.kind === 'missing') return html;
  if (text.kind === 'missing') return text;

  const raw = await new MailComposer({
    from: { name: sender.fromName ?? '', address: sender.email },
    to: { name: '', address: contact.email },
    subject: oneLine(subject.text),
    messageId,
    ...(text.text !== '' && { text: text.text }),
    ...(html.text !== '' && { html: html.text }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();

  return { kind: 'composed', raw };
}

/** A header is one line, whatever was merged into it. */
function oneLine(value: string): string {
  return value.replaceAll(/[\r\n\0]+/g, ' ');
}

function escapeHtml(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
