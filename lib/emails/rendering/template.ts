import { canonicalName } from '#lib/emails/rendering/field-names.ts';

/**
 * The language of subjects and bodies, read in one pass; there are no expressions and no loops, and nothing of it is
 * ever run.
 *
 * - `{{firstName}}` and `{{firstName | default: "there"}}` stand for a value.
 * - `{Hi|Hello}` is one of its options. Options may hold fields and further choices, and one may be empty.
 * - Braces without a bar between them are just braces. `\{`, `\|` and `\}` are the characters themselves.
 * - Of three opening braces the first opens a choice: `{{{firstName}}|You}`.
 */
type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly name: string; readonly fallback: string | undefined }
  /** Goes on at one of `options`, which are places among the pieces. `position`: the how-manieth brace it is. */
  | { readonly kind: 'choice'; readonly options: readonly number[]; readonly position: number }
  /** The end of an option that is not the last: goes on behind the others. */
  | { readonly kind: 'skip'; readonly to: number };

export interface Template {
  readonly pieces: readonly Piece[];
  /** What is wrong with it, in words, for its author. */
  readonly faults: readonly string[];
}

interface OpenBrace {
  readonly at: number;
  readonly position: number;
  readonly bars: number[];
}

/** More would not help anybody. */
const faultsMax = 20;
const shownMax = 60;

const unclosedField = 'a {{ is never closed by }}';

const openBrace: Piece = { kind: 'text', text: '{' };
const closedBrace: Piece = { kind: 'text', text: '}' };
const bar: Piece = { kind: 'text', text: '|' };

export function parseTemplate(source: string): Template {
  const pieces: Piece[] = [];
  const faults: string[] = [];
  const open: OpenBrace[] = [];
  let braces = 0;
  const addText = (text: string) => text !== '' && pieces.push({ kind: 'text', text });
  // Where nothing closes any more is found out once, not at every opening.
  const lastClose = source.lastIndexOf('}}');

  for (let position = 0; position < source.length; ) {
    const at = findMark(source, position);
    addText(source.slice(position, at));
    const mark = markAt(source, at);
    position = at + mark.length;
    if (mark === '{{' && lastClose >= position) {
      const close = source.indexOf('}}', position);
      pieces.push(readField(source.slice(position, close), faults));
      position = close + 2;
    } else if (mark === '{{') {
      faults.push(unclosedField);
      addText(mark);
    } else if (mark === '{') {
      open.push({ at: pieces.length, position: braces++, bars: [] });
      pieces.push(openBrace);
    } else if (mark === '|') {
      open.at(-1)?.bars.push(pieces.length);
      pieces.push(bar);
    } else if (mark === '}') {
      closeBrace(open.pop(), pieces, faults);
    } else {
      // What a backslash stands before is itself; another backslash is one.
      addText(mark.length > 1 ? mark.slice(1) : mark);
    }
  }
  if (open.some(({ bars }) => bars.length > 0))
    faults.push('a choice {…|…} is never closed by }: a brace that is just a brace is written \\{');

  return { pieces, faults: [...new Set(faults)].slice(0, faultsMax) };
}

/** Where the next brace, bar or backslash is: the end of the source when there is none. */
function findMark(source: string, from: number): number {
  let at = from;
  for (; at < source.length; at++) {
    const character = source.charCodeAt(at);
    if ((character > 0x7a && character < 0x7e) || character === 0x5c) break;
  }

  return at;
}

/** What is to be read as one at this place: `{{`, a brace, a bar, one of them behind its backslash, or a backslash. */
function markAt(source: string, at: number): string {
  const first = source.charAt(at);
  const second = source.charAt(at + 1);
  if (first === '\\' && second !== '' && '{|}'.includes(second)) return first + second;
  const isField = first === '{' && second === '{' && source.charAt(at + 2) !== '{';

  return isField ? '{{' : first;
}

/** Only now it shows whether the braces were a choice. */
function closeBrace(brace: OpenBrace | undefined, pieces: Piece[], faults: string[]): void {
  if (!brace || brace.bars.length === 0) {
    pieces.push(closedBrace);
    return;
  }
  const { at, position, bars } = brace;
  const to = pieces.length;
  if (pieces.length === at + 1 + bars.length) faults.push('a choice {|} has only empty options');
  for (const each of bars) pieces[each] = { kind: 'skip', to };
  pieces[at] = { kind: 'choice', options: [at, ...bars].map((before) => before + 1), position };
}

function readField(inner: string, faults: string[]): Piece {
  const barAt = inner.indexOf('|');
  const written = trim(barAt === -1 ? inner : inner.slice(0, barAt));
  const fallback = barAt === -1 ? undefined : readFallback(trim(inner.slice(barAt + 1)));
  const name = canonicalName(written);
  if (name !== undefined && (barAt === -1 || fallback !== undefined))
    return { kind: 'field', name, fallback };
  const shown = trim(inner).slice(0, shownMax);
  faults.push(
    /^[A-Za-z][A-Za-z0-9_.]*$/.test(written) && name === undefined
      ? `{{${written.slice(0, shownMax)}}} is not a known field`
      : `{{${shown}}} is not a merge field`,
  );

  return { kind: 'text', text: `{{${inner}}}` };
}

/** Word processors and editors of HTML make of quotes what they like. */
const quotes: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['„', '“'],
  ['‘', '’'],
  ['«', '»'],
];

/** What stands between the quotes of `default: "…"`; undefined for anything else. */
function readFallback(text: string): string | undefined {
  if (!text.startsWith('default')) return undefined;
  const rest = text.slice('default'.length).trimStart();
  if (!rest.startsWith(':')) return undefined;
  const quoted = rest.slice(1).trim().replaceAll('&quot;', '"');
  const inside = quoted.slice(1, -1);
  const isQuoted = quotes.some(
    ([start, end]) =>
      quoted.length > 1 && quoted.startsWith(start) && quoted.endsWith(end) && !inside.includes(start),
  );

  return isQuoted ? inside : undefined;
}

/** Editors of HTML write spaces in two ways. */
function trim(text: string): string {
  return text.replaceAll('&nbsp;', ' ').trim();
}
