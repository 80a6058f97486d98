import type { TemplateFormat } from '#lib/emails/rendering/template.ts';
import { advanceUrl, escapeUrlValue, type UrlPosition, urlStart } from '#lib/emails/rendering/url-value.ts';
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

const isWebUrl = ({ start }: UrlPosition) => /^https?:\/\//i.test(start);

/** For the text body, in which only values within URLs are escaped. */
export function textEscaping(): Escaping {
  let word = urlStart();
  /** Number of brackets that are open in the URL. A closing bracket that the URL has not opened is behind it. */
  let openBrackets = 0;
  const endsWord = (character: string) => {
    if (!isWebUrl(word)) return /[\s<>"'()[\]]/.test(character);
    if (/[([]/.test(character)) openBrackets++;
    if (/[)\]]/.test(character)) openBrackets--;

    return openBrackets < 0 || /[\s<>"]/.test(character);
  };

  return {
    format: 'text',
    advance: (text) => {
      for (const character of text) {
        if (endsWord(character)) {
          word = urlStart();
          openBrackets = 0;
        } else advanceUrl(word, character);
      }
    },
    escape: (value) => (isWebUrl(word) ? escapeUrlValue(value, word) : value),
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
