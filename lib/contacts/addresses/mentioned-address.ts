import { domainToUnicode } from 'node:url';
import { splitAddress } from '#lib/values/email-address.ts';

/** A text as its words, and the characters before each word and after the last one. */
interface Words {
  readonly words: readonly string[];
  readonly gaps: readonly string[];
}

interface Pattern {
  readonly local: Words;
  readonly labels: readonly string[];
  /** Number of words of the first label. */
  readonly firstLabelWords: number;
}

/**
 * Finds addresses in text that has no valid address, such as `Ada <ada@@x.example>`. A text matches if it has the local part
 * and then the domain, with other separators or letters of another case, or if it has the local part, an `@` and only the
 * beginning of the domain. `info@` of another domain, `nada@` and `john.ada@` do not match. Time is linear in the text.
 * @param addresses normalised
 */
export function mentionMatcher(addresses: Iterable<string>): (text: string) => boolean {
  const patterns = [...addresses].flatMap(patternsOf);

  return (text) => {
    const folded = text
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .toLowerCase();
    const found = wordsOfText(folded);

    return patterns.some((pattern) => found.words.some((_, start) => isMention(found, start, pattern)));
  };
}

/** The address, and its spelling with an international domain. */
function patternsOf(address: string): Pattern[] {
  const { localPart, domain } = splitAddress(address);
  const local = wordsOfText(localPart);

  return [...new Set([domain, domainToUnicode(domain)])].map((spelling) => ({
    local,
    labels: wordsOfText(spelling).words,
    firstLabelWords: wordsOfText(spelling.split('.')[0] ?? '').words.length,
  }));
}

function wordsOfText(text: string): Words {
  return { words: text.match(/[\p{L}\p{N}]+/gu) ?? [], gaps: text.split(/[\p{L}\p{N}]+/u) };
}

/** @param start index of the first word of the local part, or of the domain if the local part has only symbols */
function isMention(text: Words, start: number, pattern: Pattern): boolean {
  const { words: local, gaps } = pattern.local;
  const gap = text.gaps[start] ?? '';
  // Symbols at the beginning of the local part follow what separates it from the text before.
  const separator = local.length === 0 ? gap.replaceAll('@', '') : gap;
  const symbols = gaps[0] ?? '';
  if (!separator.endsWith(symbols) || !hasWords(text, start, local)) return false;
  const before = separator.slice(0, separator.length - symbols.length);
  if (start > 0 && consistsOf(before, '._+-')) return false;
  const next = start + local.length;

  return (
    isWholeDomain(text, next, pattern) ||
    (text.gaps[next]?.includes('@') === true && isDomainBeginning(text, next, pattern))
  );
}

function isWholeDomain(text: Words, at: number, { labels }: Pattern): boolean {
  const starts = text.words[at] === 'at' ? [at, at + 1] : [at];

  return starts.some((start) => hasWords(text, start, labels) && isEnd(text, start + labels.length));
}

function isDomainBeginning(text: Words, at: number, { labels, firstLabelWords }: Pattern): boolean {
  return labels.some((_, last) => {
    const count = last + 1;

    return count >= firstLabelWords && hasWords(text, at, labels.slice(0, count)) && isEnd(text, at + count);
  });
}

function hasWords({ words }: Words, start: number, expected: readonly string[]): boolean {
  return expected.every((word, index) => words[start + index] === word);
}

/** Whether the domain ends before this word: a dot or a hyphen would continue it. */
function isEnd({ words, gaps }: Words, at: number): boolean {
  return at >= words.length || !consistsOf(gaps[at], '.-');
}

function consistsOf(gap: string | undefined, characters: string): boolean {
  return [...(gap ?? '')].every((character) => characters.includes(character));
}
