/** Where values are put: the same value is harmless in one place and not in another. */
export interface Place {
  /** Told of everything that is written, in its order. */
  follow(text: string): void;
  /** A value as it may be written next. */
  makeSafe(value: string): string;
  /** What the author of a template meant by words of his own. */
  readOwn(text: string): string;
}

const asIs = (text: string) => text;

export const textPlace: Place = { follow: () => undefined, makeSafe: asIs, readOwn: asIs };

export const headerPlace: Place = { follow: () => undefined, makeSafe: oneLine, readOwn: asIs };

/** A header is one line, whatever was merged into it; what cannot be seen there is a space. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

/** A body without characters that no mail may carry, or that mail programs would not show. */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '');
}
