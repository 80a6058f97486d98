/** Escapes merge field values for the output context in which they are inserted. */
export interface Place {
  /** Receives all output in order, to track the context. */
  follow(text: string): void;
  /** Escapes a value for the current context. */
  makeSafe(value: string): string;
  /** Decodes a default that is written in the template, before it is escaped. */
  readOwn(text: string): string;
}

const asIs = (text: string) => text;

export const textPlace: Place = { follow: () => undefined, makeSafe: asIs, readOwn: asIs };

export const headerPlace: Place = { follow: () => undefined, makeSafe: oneLine, readOwn: asIs };

/** Replaces line breaks and control characters by spaces: a header value is one line. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

/** Normalises line breaks to `\n` and removes other control characters and lone surrogates. */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '');
}
