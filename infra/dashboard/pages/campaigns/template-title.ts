import { parseTemplate } from '#lib/emails/rendering/template.ts';
import { fieldLabel } from './editor/steps/merge-fields.ts';

/**
 * The source of a subject or text in readable words: all options of each choice, and the label of each merge field.
 * `{A question|Question} about {{company.name}}` is “A question / Question about ‹company name›”.
 */
export function templateTitle(source: string): string {
  const words = parseTemplate(source, 'text').pieces.map((piece) => {
    if (piece.kind === 'text') return piece.text;
    if (piece.kind === 'field') return `‹${fieldWords(piece.name)}›`;

    return piece.kind === 'skip' ? ' / ' : '';
  });

  return words
    .join('')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^(?: ?\/)+/u, '')
    .trim();
}

/** Such as “company name”, and “plan” for a custom field. */
const fieldWords = (name: string): string =>
  name.startsWith('custom.')
    ? name.slice('custom.'.length).replaceAll('_', ' ')
    : fieldLabel(name).replace(':', '').toLowerCase();
