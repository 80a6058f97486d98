import { textEscaping } from '#lib/emails/rendering/escaping.ts';
import { chosenPieces, parseTemplate } from '#lib/emails/rendering/template.ts';

/**
 * The text with values in its merge fields, and with the first option of each choice. A field without a value and without a default
 * stays as it is written.
 */
export function fillFields(text: string, valueOfField: (name: string) => string | undefined): string {
  const escaping = textEscaping();
  let filled = '';
  for (const piece of chosenPieces(parseTemplate(text, 'text'))) {
    const value = piece.kind === 'field' ? (valueOfField(piece.name) ?? piece.fallback) : undefined;
    const part =
      piece.kind === 'text' ? piece.text : value === undefined ? piece.source : escaping.escape(value);
    escaping.advance(part);
    filled += part;
  }

  return filled;
}
