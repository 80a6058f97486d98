import { resolveReferences } from '#lib/html/references.ts';

/** What markup is made of. Text is as it stood there; values are what a browser would make of them. */
export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, HtmlAttribute>;
    }
  /** `at`: where it begins. */
  | { readonly kind: 'close'; readonly name: string; readonly at: number };

export interface HtmlAttribute {
  readonly value: string;
  /** Where it begins, from its name on, and where it ends. */
  readonly from: number;
  readonly to: number;
}

const tagName = /<(\/?)([A-Za-z][^\s/>]*)/y;
const attribute = /[\s/]*([^\s/>][^\s=/>]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/y;
const tagEnd = /[\s/]*>/y;
/** Of a value that has no end. */
const openQuote = /\s*=\s*["']/y;

/**
 * Reads markup as browsers do (https://html.spec.whatwg.org/multipage/parsing.html#tokenization), in one pass. Comments,
 * declarations and whatever the text ends in the middle of are left out; an attribute that is given twice counts once.
 */
export function* tokensOf(html: string): Generator<HtmlToken> {
  for (let at = 0; at < html.length; ) {
    const bracket = html.indexOf('<', at);
    const textEnd = bracket === -1 ? html.length : bracket;
    if (textEnd > at) yield { kind: 'text', text: html.slice(at, textEnd) };
    if (bracket === -1) return;

    const skipped = skipDeclaration(html, bracket);
    if (skipped !== undefined) {
      at = skipped;
      continue;
    }
    const tag = readTag(html, bracket);
    if (tag === 'unfinished') return;
    yield tag?.token ?? { kind: 'text', text: '<' };
    at = tag?.end ?? bracket + 1;
  }
}

/** @returns where a comment or declaration ends, or undefined where there is none. */
function skipDeclaration(html: string, at: number): number | undefined {
  const opening = html.slice(at, at + 4);
  if (!/^<(?:[!?]|\/[^A-Za-z])/.test(opening)) return undefined;
  // `<!-->` and `<!--->` are whole comments.
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
