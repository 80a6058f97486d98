/** The form in which two spellings of a company's name are the same name. */
export function comparableName(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/**
 * A name of 200 characters has up to 6,600 bytes in that form (U+FDFA), and the form is part of a partition key, which has
 * at most 2,048: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
export const comparableBytesMax = 1024;

/** The form that names are searched by: without case and accents. */
export function searchableName(name: string): string {
  return comparableName(name).normalize('NFKD').replace(/\p{M}/gu, '');
}

/** Of a searchable name, so that every sort key is short, whatever its script. */
const sortedCharactersMax = 60;

/** ASCII, so that all sort the same way everywhere; what a name begins with, its sort text begins with. */
export function nameSortText(name: string): string {
  return encodeURIComponent([...searchableName(name).toWellFormed()].slice(0, sortedCharactersMax).join(''));
}
