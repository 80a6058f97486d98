import { addresses } from './catalogue/addresses.ts';
import { attacks } from './catalogue/attacks.ts';
import { formats } from './catalogue/formats.ts';
import { jsonValues } from './catalogue/json-values.ts';
import { unicode } from './catalogue/unicode.ts';

/** A JSON text to send as a field's value. */
export interface Poison {
  /** Its family and position. */
  readonly name: string;
  readonly json: string;
}

const texts = { ...unicode, ...formats, ...attacks, ...addresses };

export const poisonTexts: readonly { readonly name: string; readonly text: string }[] = unique(
  Object.entries(texts).flatMap(([family, all]) =>
    all.map((text, at) => ({ name: `${family} ${at}`, text })),
  ),
  ({ text }) => text,
);

export const poisons: readonly Poison[] = unique(
  [
    ...poisonTexts.map(({ name, text }) => ({ name, json: JSON.stringify(text) })),
    ...Object.entries(jsonValues).flatMap(([family, all]) =>
      all.map((json, at) => ({ name: `${family} ${at}`, json })),
    ),
  ],
  ({ json }) => json,
);

export const families: readonly string[] = [...Object.keys(texts), ...Object.keys(jsonValues)];

function unique<Element>(all: readonly Element[], keyOf: (element: Element) => string): Element[] {
  return [...new Map(all.map((element) => [keyOf(element), element])).values()];
}
