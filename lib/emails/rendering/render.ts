import { type Escaping, headerEscaping } from '#lib/emails/rendering/escaping.ts';
import type { MergeFields } from '#lib/emails/rendering/merge-fields.ts';
import { seededRandom } from '#lib/emails/rendering/seeded-random.ts';
import { type Choice, chosenPieces, parseTemplate } from '#lib/emails/rendering/template.ts';

/** Maximum size of subject, text and HTML together, in bytes. Templates are limited, so only merge values exceed it. */
export const contentBytesMax = 256 * 1024;

export type Rendered =
  | { readonly kind: 'rendered'; readonly text: string }
  /** The distinct missing fields, by their template names. */
  | { readonly kind: 'missing'; readonly fields: readonly string[] }
  | { readonly kind: 'too_large' };

/**
 * Renders a template. Time and memory are linear in the template and limited by `contentBytesMax`.
 * @param seed seed of the choices: the same seed renders the same text
 * @param escaping escapes values for their output context
 * @param missingFields `write`: writes a field without a value as it is written in the template, and reports no missing field
 */
export function renderTemplate(
  source: string,
  fields: Pick<MergeFields, 'get'>,
  seed: string,
  escaping: Escaping,
  missingFields: 'report' | 'write' = 'report',
): Rendered {
  const template = parseTemplate(source, escaping.format);
  const missing = new Set<string>();
  const written: string[] = [];
  let length = 0;
  const write = (text: string) => {
    escaping.advance(text);
    length += text.length;
    written.push(text);
  };
  const choose = ({ options, braceNumber }: Choice): number =>
    Math.floor(seededRandom(`${seed}.${braceNumber}`) * options.length);

  for (const piece of chosenPieces(template, choose)) {
    if (piece.kind === 'text') {
      write(piece.text);
    } else {
      const value = fields.get(piece.name);
      if (value !== undefined) write(escaping.escape(value));
      else if (piece.fallback !== undefined) write(escaping.escape(escaping.decodeDefault(piece.fallback)));
      else if (missingFields === 'write') write(piece.source);
      else missing.add(piece.name);
    }
    // A text has at least as many bytes as UTF-16 units. `composeEmail` checks the bytes.
    if (length > contentBytesMax) return { kind: 'too_large' };
  }

  return missing.size > 0
    ? { kind: 'missing', fields: [...missing] }
    : { kind: 'rendered', text: written.join('') };
}

/** @param seed the email's seed: the same seed renders the same subject */
export function renderSubject(
  source: string,
  fields: MergeFields,
  seed: string,
  missingFields?: 'report' | 'write',
): Rendered {
  return renderTemplate(source, fields, `${seed}.subject`, headerEscaping, missingFields);
}
