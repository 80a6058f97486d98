/** HTML that the editor cannot show. The message names it, such as `<table>`. */
export class Unsupported extends Error {}

const anyReference = /&(?:#x[0-9a-f]+;?|#\d+;?|[a-z][a-z0-9]*;)/giu;
/** They are syntax of templates, or browsers read their references in another way. */
const ambiguousCharacter = /[{|}\\\p{Cc}\p{Cs}\ufffd]/u;
const controlCharacter = /[^\P{Cc}\t\n\r\f]/u;

/**
 * Decodes the character references of HTML.
 * @param resolve decodes the references of a text or of an attribute
 * @throws Unsupported for references and characters that browsers may read differently
 */
export function decodeText(source: string, resolve: (text: string) => string): string {
  for (const [reference] of source.matchAll(anyReference)) {
    const character = resolve(reference);
    const isPlain = /[\t\n]/u.test(character) || !ambiguousCharacter.test(character);
    if (character === reference || !isPlain) throw new Unsupported(`the reference ${reference}`);
  }
  if (controlCharacter.test(source)) throw new Unsupported('a control character');

  return resolve(source);
}
