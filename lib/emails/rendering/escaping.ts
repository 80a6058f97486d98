import type { TemplateFormat } from '#lib/emails/rendering/template.ts';
import { advanceUrl, escapeUrlValue, urlStart } from '#lib/emails/rendering/url-value.ts';
import { toSingleLine } from '#lib/values/text/single-line.ts';

/** Escapes merge field values for the output context in which they are inserted. */
export interface Escaping {
  /** Format of the template. */
  readonly format: TemplateFormat;
  /** Receives all output in order, to track the context. */
  advance(text: string): void;
  /** Escapes a value for the current context. */
  escape(value: string): string;
  /** Decodes a default that is written in the template, before it is escaped. */
  decodeDefault(text: string): string;
}

const asIs = (text: string) => text;

/** For the text body, in which only values within URLs are escaped. */
export function textEscaping(): Escaping {
  let word = urlStart();

  return {
    format: 'text',
    advance: (text) => {
      for (const character of text) {
        if (/[\s<>"'()[\]]/.test(character)) word = urlStart();
        else advanceUrl(word, character);
      }
    },
    escape: (value) => (/^https?:\/\//i.test(word.start) ? escapeUrlValue(value, word) : value),
    decodeDefault: asIs,
  };
}

/** For the subject and other header values, which are one line. */
export const headerEscaping: Escaping = {
  format: 'text',
  advance: () => undefined,
  // Controls of the text direction would reorder the rest of the subject.
  escape: (value) => toSingleLine(value.replaceAll(/\p{Bidi_Control}/gu, '')),
  decodeDefault: asIs,
};
