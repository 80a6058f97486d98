import { resolveReferences } from '#lib/html/character-references.ts';

/** The parts of markup. Text is unchanged; attribute values are decoded as in a browser. */
export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, HtmlAttribute>;
    }
  /** `at`: offset of the tag's start. */
  | { readonly kind: 'close'; readonly name: string; readonly at: number };

export interface HtmlAttribute {
  readonly value: string;
  /** Offsets of the attribute's start, including its name, and of its end. */
  readonly from: number;
  readonly to: number;
}

const tagName = /<(\/?)([A-Za-z][^\t\n\f\r />]*)/y;
/** Groups: the name, and the value in double quotes, in single quotes or without quotes. `(?=>)`: `=` without a value. */
const attribute =
  /[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r =/>]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r "'>][^\t\n\f\r >]*)|(?=>)))?/y;
const tagEnd = /[\t\n\f\r /]*>/y;
/** The start of a quoted value without an end. */
const openQuote = /[\t\n\f\r ]*=[\t\n\f\r ]*["']/y;

/** A comment, a declaration, or `</` without a name, which browsers read as a comment. `<!-->` and `<!--->` are complete comments. */
const declaration = /<(?:!--(?:-?>|[\s\S]*?(?:--!?>|$))|(?:[!?]|\/(?=[^A-Za-z]))[^>]*>?)/y;

/** The end tags of elements with content that is not markup. Emails run no scripts, so `noscript` is not one of them. */
export const rawElementEnds: ReadonlyMap<string, RegExp> = new Map(
  'iframe noembed noframes script style textarea title xmp'.split(' ').map((name) => [name, endTagOf(name)]),
);

export function endTagOf(name: string): RegExp {
  return new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi');
}

/** The start of a comment for Outlook, such as `<!--[if mso]>`. Its end is read as a declaration. */
export const outlookCondition = /<!--\[if\b[^>]*>/iy;

/**
 * Reads markup as browsers do, in one pass: https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 * Comments, declarations and an incomplete tag at the end are skipped. Of duplicate attributes, the first one counts.
 * @param outlook `shown`: also reads the markup in comments for Outlook
 */
export function* tokensOf(html: string, outlook: 'hidden' | 'shown' = 'hidden'): Generator<HtmlToken> {
  for (let at = 0; at < html.length; ) {
    const bracket = html.indexOf('<', at);
    const textEnd = bracket === -1 ? html.length : bracket;
    if (textEnd > at) yield { kind: 'text', text: html.slice(at, textEnd) };
    if (bracket === -1) return;

    const skipped =
      (outlook === 'shown' ? matchAt(outlookCondition, html, bracket) : null) ??
      matchAt(declaration, html, bracket);
    if (skipped) {
      at = bracket + skipped[0].length;
      continue;
    }
    const tag = readTag(html, bracket);
    if (tag === 'unfinished') return;
    // A `<` that begins no tag is text.
    yield tag?.token ?? { kind: 'text', text: '<' };
    at = tag?.end ?? bracket + 1;
    // The content of a raw element, such as `style`, is one text.
    const rawEnd = tag?.token.kind === 'open' ? endOfRawText(html, tag.token.name, at) : at;
    if (rawEnd > at) yield { kind: 'text', text: html.slice(at, rawEnd) };
    at = rawEnd;
  }
}

/** @returns the offset of the end tag of an element with raw text; `at` for another element */
function endOfRawText(html: string, name: string, at: number): number {
  const endTag = rawElementEnds.get(name);
  if (!endTag) return at;

  return matchAt(endTag, html, at)?.index ?? html.length;
}

/** @returns undefined if no tag begins at `at`; `unfinished` if the text ends within the tag */
function readTag(
  html: string,
  at: number,
): { readonly token: HtmlToken; readonly end: number } | 'unfinished' | undefined {
  const opening = matchAt(tagName, html, at);
  if (!opening) return undefined;
  const [text, slash, rawName = ''] = opening;
  const name = rawName.toLowerCase();
  const attributes = new Map<string, HtmlAttribute>();
  let end = at + text.length;
  for (;;) {
    const closing = matchAt(tagEnd, html, end);
    if (closing) {
      const token: HtmlToken = slash ? { kind: 'close', name, at } : { kind: 'open', name, attributes };

      return { token, end: end + closing[0].length };
    }
    const attributeMatch = matchAt(attribute, html, end);
    if (!attributeMatch) return 'unfinished';
    const [whole, key = '', doubleQuoted, singleQuoted, unquoted] = attributeMatch;
    const from = end + whole.indexOf(key);
    end += whole.length;
    const value = doubleQuoted ?? singleQuoted ?? unquoted;
    if (value === undefined && matchAt(openQuote, html, end)) return 'unfinished';
    const lowerKey = key.toLowerCase();
    if (!attributes.has(lowerKey)) {
      attributes.set(lowerKey, { value: resolveReferences(value ?? ''), from, to: end });
    }
  }
}

/** The match of a sticky pattern at `at`, or of a global one from `at` on. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;

  return pattern.exec(text);
}
