/** Splits a list of phrases at bars between spaces. A bar without spaces belongs to a phrase: `automatic (?:reply|response)`. */
export function phrases(list: string): string[] {
  return list.split(/\s\|\s/).map((phrase) => phrase.trim());
}
