import { textEscaping } from '#lib/emails/rendering/escaping.ts';
import { parseTemplate } from '#lib/emails/rendering/template.ts';

/**
 * The text with values in its merge fields, and with the first option of each choice. A field without a value and without a default
 * stays as it is written.
 */
export function fillFields(text: string, valueOfField: (name: string) => string | undefined): string {
  const { pieces } = parseTemplate(text, 'text');
  const escaping = textEscaping();
  const written: string[] = [];
  const write = (part: string): void => {
    escaping.advance(part);
    written.push(part);
  };
  for (let next = 0; next < pieces.length; ) {
    const piece = pieces[next++];
    if (piece?.kind === 'text') write(piece.text);
    else if (piece?.kind === 'field') {
      const value = valueOfField(piece.name) ?? piece.fallback;
      write(value === undefined ? piece.source : escaping.escape(value));
    } else if (piece?.kind === 'choice') next = piece.options[0] ?? next;
    else if (piece?.kind === 'skip') next = piece.to;
  }

  return written.join('');
}
