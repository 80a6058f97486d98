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

const tagName = /<(\/?)([A-Za-z][^\s/>]*)/y;
const attribute = /[\s/]*([^\s/>][^\s=/>]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/y;
const tagEnd = /[\s/]*>/y;
/** The start of a quoted value without an end. */
const openQuote = /\s*=\s*["']/y;

/**
 * Reads markup as browsers do, in one pass: https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 * Comments, declarations and an incomplete tag at the end are skipped. Of duplicate attributes, the first one counts.
 */
export function* tokensOf(html: string): Generator<HtmlToken> {
  for (let at = 0; at < html.length; ) {
    const bracket = html.indexOf('<', at);
    const textEnd = bracket === -1 ? html.length : bracket;
    if (textEnd > at) yield { kind: 'text', text: html.slice(at, textEnd) };
    if (bracket === -1) return;

    const declarationEnd = endOfDeclaration(html, bracket);
    if (declarationEnd !== undefined) {
      at = declarationEnd;
      continue;
    }
    const tag = readTag(html, bracket);
    if (tag === 'unfinished') return;
    yield tag?.token ?? { kind: 'text', text: '<' };
    at = tag?.end ?? bracket + 1;
  }
}

/** @returns the end of the comment or declaration at `at`; undefined if none begins at `at` */
function endOfDeclaration(html: string, at: number): number | undefined {
  const opening = html.slice(at, at + 4);
  if (!/^<(?:[!?]|\/[^A-Za-z])/.test(opening)) return undefined;
  // `<!-->` and `<!--->` are complete comments.
  const isComment = opening === '<!--' && !/^-{0,1}>/.test(html.slice(at + 4, at + 6));
  const end = isComment ? html.indexOf('-->', at + 4) : html.indexOf('>', at);

  return end === -1 ? html.length : end + (isComment ? 3 : 1);
}

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
    const found = matchAt(attribute, html, end);
    if (!found) return 'unfinished';
    const [whole, key = '', double, single, bare] = found;
    const from = end + whole.indexOf(key);
    end += whole.length;
    const hasValue = [double, single, bare].some((each) => each !== undefined);
    if (!hasValue && matchAt(openQuote, html, end)) return 'unfinished';
    const lowerKey = key.toLowerCase();
    if (!attributes.has(lowerKey)) {
      attributes.set(lowerKey, { value: resolveReferences(double ?? single ?? bare ?? ''), from, to: end });
    }
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;

  return pattern.exec(text);
}
