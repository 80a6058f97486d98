import { parseTemplate, type Template } from '#lib/emails/rendering/template.ts';
import { htmlToText } from '#lib/html/html-to-text.ts';

/** Undefined: the email has no such text. */
export type EmailTexts = Readonly<Record<'subject' | 'html' | 'text', string | undefined>>;

/** The pieces of all texts of an email. */
export function piecesOf({ subject = '', html = '', text = '' }: EmailTexts): Template['pieces'] {
  return [parseTemplate(subject, 'text'), parseTemplate(html, 'html'), parseTemplate(text, 'text')].flatMap(
    ({ pieces }) => pieces,
  );
}

interface VariantTexts {
  readonly subject: string;
  readonly bodyHtml: string | null;
  readonly bodyText: string | null;
}

/** The texts of a variant that the email uses. A plain-text email without `bodyText` derives its text from the HTML. */
export function usedTexts(
  { subject, bodyHtml, bodyText }: VariantTexts,
  { isReply, plainTextOnly }: { readonly isReply: boolean; readonly plainTextOnly: boolean },
): EmailTexts {
  return {
    // A reply reuses the thread's subject.
    subject: isReply ? undefined : subject,
    html: plainTextOnly && bodyText !== null ? undefined : (bodyHtml ?? undefined),
    text: bodyText ?? undefined,
  };
}

/** The distinct fields that the texts use without a default. */
export function requiredFields(texts: EmailTexts): string[] {
  const required = piecesOf(texts).flatMap((piece) =>
    piece.kind === 'field' && piece.fallback === undefined ? [piece.name] : [],
  );

  return [...new Set(required)];
}

const placeholder = /\[\p{L}[^[\]\n]{2,79}\]/gu;

/** The distinct notes of the writer or of a template, such as `[your product]`. */
export const placeholdersOf = ({ subject = '', html = '', text = '' }: EmailTexts): string[] => [
  ...new Set(`${subject}\n${htmlToText(html)}\n${text}`.match(placeholder)),
];
