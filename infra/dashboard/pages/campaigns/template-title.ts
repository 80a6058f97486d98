import { chosenPieces, parseTemplate } from '#lib/emails/rendering/template.ts';
import { fieldLabel } from './editor/steps/merge-fields.ts';

/**
 * The source of a subject or text in readable words: the first option of each choice, and for a merge field its default or its
 * label. `{A question|Question} about {{company.name}}` is “A question about company name”.
 */
export function templateTitle(source: string): string {
  const words = Array.from(chosenPieces(parseTemplate(source, 'text')), (piece) =>
    piece.kind === 'text' ? piece.text : piece.fallback || fieldWords(piece.name),
  );

  return words.join('').replaceAll(/\s+/gu, ' ').trim();
}

/** Such as “company name”, and “plan” for a custom field. */
const fieldWords = (name: string): string =>
  name.startsWith('custom.')
    ? name.slice('custom.'.length).replaceAll('_', ' ')
    : fieldLabel(name).replace(':', '').toLowerCase();
