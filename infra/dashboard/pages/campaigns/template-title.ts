import { parseTemplate } from '#lib/emails/rendering/template.ts';
import { fieldLabel } from './editor/steps/merge-fields.ts';

/**
 * The source of a subject or text in readable words: the first option of each choice, and for a merge field its default or its
 * label. `{A question|Question} about {{company.name}}` is “A question about company name”.
 */
export function templateTitle(source: string): string {
  const { pieces } = parseTemplate(source, 'text');
  const words: string[] = [];
  // The `options` of a choice and the target of a skip are indexes of pieces.
  for (let next = 0; next < pieces.length; ) {
    const piece = pieces[next++];
    if (piece?.kind === 'text') words.push(piece.text);
    else if (piece?.kind === 'field') words.push(piece.fallback || fieldWords(piece.name));
    else if (piece?.kind === 'choice') next = piece.options[0] ?? next;
    else if (piece?.kind === 'skip') next = piece.to;
  }

  return words.join('').replaceAll(/\s+/gu, ' ').trim();
}

/** Such as “company name”, and “plan” for a custom field. */
const fieldWords = (name: string): string =>
  name.startsWith('custom.')
    ? name.slice('custom.'.length).replaceAll('_', ' ')
    : fieldLabel(name).replace(':', '').toLowerCase();
