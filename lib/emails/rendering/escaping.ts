import type { TemplateFormat } from '#lib/emails/rendering/template.ts';

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

/** For the text body, which needs no escaping. */
export const textEscaping: Escaping = {
  format: 'text',
  advance: () => undefined,
  escape: asIs,
  decodeDefault: asIs,
};

/** For the subject and other header values, which are one line. */
export const headerEscaping: Escaping = {
  format: 'text',
  advance: () => undefined,
  escape: toSingleLine,
  decodeDefault: asIs,
};

/** Replaces line breaks and control characters by spaces: a header value is one line. */
export function toSingleLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

/** Normalises line breaks to `\n`, removes other control characters except tabs, and replaces lone surrogates. */
export function removeControlCharacters(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '');
}
