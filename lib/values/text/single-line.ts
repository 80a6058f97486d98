/** Replaces line breaks and control characters by spaces. Subjects, names and other values of headers are one line. */
export function toSingleLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}
