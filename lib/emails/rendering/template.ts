import { canonicalName } from '#lib/emails/rendering/field-names.ts';

/**
 * The template language of subjects and bodies, parsed in one pass. It has no expressions and no loops, and executes
 * nothing.
 *
 * - `{{firstName}}` and `{{firstName | default: "there"}}` insert a value.
 * - `{Hi|Hello}` inserts one of its options. Options may contain fields and nested choices; one option may be empty.
 * - Braces without a bar are literal. `\{`, `\|` and `\}` are the literal characters.
 * - The first of three opening braces opens a choice: `{{{firstName}}|You}`.
 */
type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** `source` is the field as it is written, with its braces. */
  | {
      readonly kind: 'field';
      readonly name: string;
      readonly fallback: string | undefined;
      readonly source: string;
    }
  /**
   * Rendering continues at one of `options`, which are indexes of pieces. `braceNumber` counts the template's `{` from 0. It seeds
   * the random selection, so that choices of one template are independent.
   */
  | { readonly kind: 'choice'; readonly options: readonly number[]; readonly braceNumber: number }
  /** The end of an option that is not the last: rendering continues after the choice. */
  | { readonly kind: 'skip'; readonly to: number };

export interface Template {
  readonly pieces: readonly Piece[];
  /** Error messages for the template's author. */
  readonly faults: readonly string[];
}

/** A `{` without its `}` so far. It may open a choice or be literal. */
interface OpenBrace {
  readonly braceNumber: number;
  /** Index of its piece. */
  readonly pieceIndex: number;
  /** Indexes of the pieces of its bars. */
  readonly barIndexes: number[];
}

/** Maximum number of faults reported per template. */
const faultsMax = 20;
/** Characters of an invalid field that its fault quotes. */
const quotedMax = 60;

const unclosedField = 'a {{ has no closing }}';

const openBrace: Piece = { kind: 'text', text: '{' };
const closedBrace: Piece = { kind: 'text', text: '}' };
const bar: Piece = { kind: 'text', text: '|' };

/** Parses a template. A template with faults can still be rendered: an invalid field or an open choice is literal text. */
export function parseTemplate(source: string): Template {
  const pieces: Piece[] = [];
  const faults: string[] = [];
  const openBraces: OpenBrace[] = [];
  let braceCount = 0;
  const addText = (text: string) => text !== '' && pieces.push({ kind: 'text', text });
  // Found once, so that many unclosed fields take linear time.
  const lastCloseAt = source.lastIndexOf('}}');

  for (let position = 0; position < source.length; ) {
    const markPosition = findMark(source, position);
    addText(source.slice(position, markPosition));
    const mark = markAt(source, markPosition);
    position = markPosition + mark.length;
    if (mark === '{{' && lastCloseAt >= position) {
      const close = source.indexOf('}}', position);
      pieces.push(readField(source.slice(position, close), faults));
      position = close + 2;
    } else if (mark === '{{') {
      faults.push(unclosedField);
      addText(mark);
    } else if (mark === '{') {
      openBraces.push({ braceNumber: braceCount++, pieceIndex: pieces.length, barIndexes: [] });
      pieces.push(openBrace);
    } else if (mark === '|') {
      openBraces.at(-1)?.barIndexes.push(pieces.length);
      pieces.push(bar);
    } else if (mark === '}') {
      closeBrace(openBraces.pop(), pieces, faults);
    } else {
      // A backslash escapes the next brace or bar; otherwise it is literal.
      addText(mark.length > 1 ? mark.slice(1) : mark);
    }
  }
  if (openBraces.some(({ barIndexes }) => barIndexes.length > 0))
    faults.push('a choice {…|…} has no closing }: write a literal brace as \\{');

  return { pieces, faults: [...new Set(faults)].slice(0, faultsMax) };
}

const bracesAndBars = /[{|}\\]/g;

/** The index of the next brace, bar or backslash; the end of the source if none follows. */
function findMark(source: string, from: number): number {
  bracesAndBars.lastIndex = from;

  return bracesAndBars.exec(source)?.index ?? source.length;
}

/** The token at this index: `{{`, a brace, a bar, an escaped brace or bar, or a backslash. */
function markAt(source: string, at: number): string {
  const first = source.charAt(at);
  const second = source.charAt(at + 1);
  if (first === '\\' && second !== '' && '{|}'.includes(second)) return first + second;
  const isField = first === '{' && second === '{' && source.charAt(at + 2) !== '{';

  return isField ? '{{' : first;
}

/** Turns the pieces since the opening brace into a choice if they contain a bar; otherwise the braces are literal. */
function closeBrace(brace: OpenBrace | undefined, pieces: Piece[], faults: string[]): void {
  if (!brace || brace.barIndexes.length === 0) {
    pieces.push(closedBrace);
    return;
  }
  const { braceNumber, pieceIndex, barIndexes } = brace;
  const to = pieces.length;
  const hasOnlyBars = to === pieceIndex + 1 + barIndexes.length;
  if (hasOnlyBars) faults.push('a choice {|} has only empty options');
  for (const index of barIndexes) pieces[index] = { kind: 'skip', to };
  // An option begins after the brace or after a bar.
  const options = [pieceIndex, ...barIndexes].map((index) => index + 1);
  pieces[pieceIndex] = { kind: 'choice', options, braceNumber };
}

function readField(inner: string, faults: string[]): Piece {
  const barAt = inner.indexOf('|');
  const source = `{{${inner}}}`;
  const written = trim(barAt === -1 ? inner : inner.slice(0, barAt));
  const fallback = barAt === -1 ? undefined : readFallback(trim(inner.slice(barAt + 1)));
  const name = canonicalName(written);
  if (name !== undefined && (barAt === -1 || fallback !== undefined))
    return { kind: 'field', name, fallback, source };
  const shown = trim(inner).slice(0, quotedMax);
  faults.push(
    /^[A-Za-z][A-Za-z0-9_.]*$/.test(written) && name === undefined
      ? `{{${written.slice(0, quotedMax)}}} is not a known field`
      : `{{${shown}}} is not a merge field`,
  );

  return { kind: 'text', text: source };
}

/** Accepted pairs of quotes: word processors and HTML editors replace straight quotes. */
const quotes = ['""', "''", '“”', '„“', '‘’', '«»'];

/** The quoted text of `default: "…"`; undefined for anything else. */
function readFallback(text: string): string | undefined {
  const [, written] = /^default\s*:(.*)$/s.exec(text) ?? [];
  if (written === undefined) return undefined;
  const quoted = written.trim().replaceAll('&quot;', '"');
  const inside = quoted.slice(1, -1);
  const isQuoted = quotes.some(
    ([start = '', end = '']) =>
      quoted.length > 1 && quoted.startsWith(start) && quoted.endsWith(end) && !inside.includes(start),
  );

  return isQuoted ? inside : undefined;
}

/** Trims white space, including `&nbsp;` from HTML editors. */
function trim(text: string): string {
  return text.replaceAll('&nbsp;', ' ').trim();
}
