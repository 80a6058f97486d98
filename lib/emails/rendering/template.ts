import { type FieldPiece, parseRawText, readField, type TextPiece } from '#lib/emails/rendering/field.ts';
import { htmlPartsOf } from '#lib/html/parts.ts';

/**
 * The template language of subjects and bodies, parsed in one pass. It has no expressions and no loops, and executes
 * nothing.
 *
 * - `{{firstName}}` and `{{firstName | default: "there"}}` insert a value.
 * - `{Hi|Hello}` inserts one of its options. Options may contain fields and nested choices; one option may be empty.
 * - Braces without a bar are literal. `\{`, `\|` and `\}` are the literal characters.
 * - The first of three opening braces opens a choice: `{{{firstName}}|You}`.
 * - A field in a link may be percent-encoded, as HTML editors write it: `%7B%7BfirstName%7D%7D`.
 * - In HTML, comments are literal. Style sheets, scripts and other raw text contain fields, but no choices and no escapes. The
 *   content of a conditional comment is markup, because Outlook shows it.
 */
type Piece =
  | TextPiece
  | FieldPiece
  | Choice
  /** The end of an option that is not the last: rendering continues after the choice. */
  | { readonly kind: 'skip'; readonly to: number };

/**
 * Rendering continues at one of `options`, which are indexes of pieces. `braceNumber` counts the template's `{` from 0. It seeds
 * the random selection, so that choices of one template are independent.
 */
export interface Choice {
  readonly kind: 'choice';
  readonly options: readonly number[];
  readonly braceNumber: number;
}

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

interface ParserState {
  readonly pieces: Piece[];
  readonly faults: string[];
  readonly openBraces: OpenBrace[];
  braceCount: number;
}

/** Maximum number of faults reported per template. */
const faultsMax = 20;

const unclosedField = 'a {{ has no closing }}';

const openBrace: Piece = { kind: 'text', text: '{' };
const closedBrace: Piece = { kind: 'text', text: '}' };
const bar: Piece = { kind: 'text', text: '|' };

export type TemplateFormat = 'text' | 'html';

/** Parses a template. A template with faults can still be rendered: an invalid field or an open choice is literal text. */
export function parseTemplate(source: string, format: TemplateFormat): Template {
  const state: ParserState = { pieces: [], faults: [], openBraces: [], braceCount: 0 };
  const { pieces, faults, openBraces } = state;
  for (const { kind, text } of format === 'html' ? htmlPartsOf(source) : [{ kind: 'markup', text: source }]) {
    if (kind === 'markup') parseMarkup(text, state);
    else if (kind === 'raw') for (const piece of parseRawText(text)) pieces.push(piece);
    else pieces.push({ kind: 'text', text });
  }
  if (openBraces.some(({ barIndexes }) => barIndexes.length > 0))
    faults.push('a choice {…|…} has no closing }: write a literal brace as \\{');

  return { pieces, faults: [...new Set(faults)].slice(0, faultsMax) };
}

/** Parses fields and choices. A choice may begin and end in different parts of the source. */
function parseMarkup(markup: string, state: ParserState): void {
  const { pieces, faults, openBraces } = state;
  const source = decodeFields(markup, faults);
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
      openBraces.push({ braceNumber: state.braceCount++, pieceIndex: pieces.length, barIndexes: [] });
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
}

const encodedField = /%7B%7B((?:[^\s<>"'{}%]|%(?!7[BD]))*)%7D%7D/gi;
/** HTML editors add a scheme to a link that is only a field. The value of this field has one. */
const addedScheme = /https?:\/\/(?=\{\{ ?unsubscribe_?url ?\}\})/gi;

/** Writes percent-encoded fields with braces. Invalid ones are faults, and stay encoded. */
function decodeFields(source: string, faults: string[]): string {
  const decoded = source.replaceAll(encodedField, (written, inner: string) => {
    const piece = readField(decodePercent(inner), faults);

    return piece.kind === 'field' ? piece.source : written;
  });

  return decoded.replaceAll(addedScheme, '');
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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

/**
 * The texts and fields of a template in their order, with one option of each choice.
 * @param choose the index of an option; by default, the first option
 */
export function* chosenPieces(
  { pieces }: Template,
  choose: (choice: Choice) => number = () => 0,
): Generator<TextPiece | FieldPiece> {
  for (let next = 0; next < pieces.length; ) {
    const piece = pieces[next++];
    if (piece?.kind === 'choice') next = piece.options[choose(piece)] ?? next;
    else if (piece?.kind === 'skip') next = piece.to;
    else if (piece) yield piece;
  }
}
