import { draw } from '#lib/emails/rendering/draw.ts';
import type { MergeFields } from '#lib/emails/rendering/merge-fields.ts';
import type { Place } from '#lib/emails/rendering/place.ts';
import { parseTemplate } from '#lib/emails/rendering/template.ts';

/** Maximum size of subject, text and HTML together, in bytes. Templates are limited, so only merge values exceed it. */
export const contentBytesMax = 256 * 1024;

export type Rendered =
  | { readonly kind: 'rendered'; readonly text: string }
  /** The distinct missing fields, by their template names. */
  | { readonly kind: 'missing'; readonly fields: readonly string[] }
  | { readonly kind: 'too_large' };

/**
 * Renders a template. Time and memory are linear in the template and limited by `contentBytesMax`.
 *
 * @param seed seed of the choices: the same seed renders the same text
 * @param escaping escapes values for their output context
 */
export function renderTemplate(source: string, fields: MergeFields, seed: string, place: Place): Rendered {
  const { pieces } = parseTemplate(source);
  const missing = new Set<string>();
  const written: string[] = [];
  let length = 0;
  const write = (text: string) => {
    place.follow(text);
    length += text.length;
    written.push(text);
  };

  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at++];
    if (piece?.kind === 'text') {
      write(piece.text);
    } else if (piece?.kind === 'field') {
      const value = fields.get(piece.name);
      if (value !== undefined) write(place.makeSafe(value));
      else if (piece.fallback !== undefined) write(place.makeSafe(place.readOwn(piece.fallback)));
      else missing.add(piece.name);
    } else if (piece?.kind === 'choice') {
      const { options, position } = piece;
      at = options[Math.floor(draw(`${seed}.${position}`) * options.length)] ?? at;
    } else if (piece?.kind === 'skip') {
      at = piece.to;
    }
    if (length > contentBytesMax) return { kind: 'too_large' };
  }

  return missing.size > 0
    ? { kind: 'missing', fields: [...missing] }
    : { kind: 'rendered', text: written.join('') };
}
