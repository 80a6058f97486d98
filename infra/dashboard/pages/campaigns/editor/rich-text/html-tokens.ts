import { resolveReferences } from '#lib/html/character-references.ts';
import { decodeText, Unsupported } from './html-text.ts';

/** A tag as it is written, with its attributes; a text without a name. */
export interface Token {
  readonly source: string;
  readonly name: string;
  readonly isClosing: boolean;
  readonly attributes: ReadonlyMap<string, string>;
}

export interface Cursor {
  readonly tokens: readonly Token[];
  at: number;
}

const tokenPattern = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z][a-z-]*\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>|[^<]+/iuy;
const attributePattern = /([a-z][a-z-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/giu;

/** Reads well-formed markup only, which needs no rules for repairs. @throws Unsupported for other markup */
export function readTokens(html: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < html.length; ) {
    tokenPattern.lastIndex = at;
    const [source, slash, name = '', attributes = ''] = tokenPattern.exec(html) ?? [];
    if (source === undefined) throw new Unsupported(unreadableName(html.slice(at)));
    const pairs = Array.from(
      attributes.matchAll(attributePattern),
      ([, key = '', double, single]) => [key.toLowerCase(), double ?? single ?? ''] as const,
    );
    // Browsers use the first of two equal attributes.
    if (new Set(pairs.map(([key]) => key)).size < pairs.length) throw new Unsupported('a repeated attribute');
    tokens.push({
      source,
      name: name.toLowerCase(),
      isClosing: slash === '/',
      attributes: new Map(pairs.map(([key, value]) => [key, decodeText(value, resolveReferences)])),
    });
    at += source.length;
  }

  return tokens;
}

function unreadableName(html: string): string {
  if (/^<[!?]/u.test(html)) return 'a comment';

  return `“${/^<\/?[^\s<>]{0,20}/u.exec(html)?.[0] ?? '<'}”`;
}

export const nameOf = (token: Token | undefined): string => {
  if (!token) return 'an element without an end';

  return token.name === '' ? 'a text outside of a paragraph' : `<${token.isClosing ? '/' : ''}${token.name}>`;
};

const isSpace = ({ name, source }: Token): boolean => name === '' && /^[ \t\n\r\f]*$/u.test(source);

/** Skips white space. @returns the next token */
export function nextToken(cursor: Cursor): Token | undefined {
  for (let token = cursor.tokens[cursor.at]; token; token = cursor.tokens[++cursor.at]) {
    if (!isSpace(token)) return token;
  }

  return undefined;
}
