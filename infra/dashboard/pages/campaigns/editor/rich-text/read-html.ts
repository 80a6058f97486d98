import { parseTemplate } from '#lib/emails/rendering/template.ts';
import { Unsupported } from './html-text.ts';
import { type Cursor, nameOf, nextToken, readTokens, type Token } from './html-tokens.ts';
import { readInline, requireAttributes, withoutLastBreak } from './read-inline.ts';
import type { RichNode } from './rich-node.ts';

/** The document of a body, or what the editor cannot show. */
export type ReadBody = { readonly document: RichNode } | { readonly unsupported: string };

/**
 * Reads HTML that the editor can show and write again with the same meaning. Everything else is unsupported: unknown elements
 * and attributes, comments, texts outside of paragraphs, and choices that contain formatting.
 */
export function readHtml(html: string): ReadBody {
  try {
    const tokens = readTokens(html);
    requireSameTemplate(html, tokens);
    const cursor: Cursor = { tokens, at: 0 };
    const content = readBlocks(cursor, 0);
    if (nextToken(cursor)) throw new Unsupported(nameOf(nextToken(cursor)));
    // The editor writes an empty text for it.
    if (content.length === 1 && content[0]?.type === 'paragraph' && !content[0].content) {
      throw new Unsupported('an empty paragraph');
    }

    return { document: { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] } };
  } catch (error) {
    if (error instanceof Unsupported) return { unsupported: error.message };
    throw error;
  }
}

/** Fields and choices must be inside of one text or tag, because the editor can write the tags between texts differently. */
function requireSameTemplate(html: string, tokens: readonly Token[]): void {
  const parts = tokens.map(({ source, name }) => ({ name, signature: signatureOf(source) }));
  const hasChoiceInTag = parts.some(({ name, signature }) => name !== '' && signature.includes('choice'));
  const isSplit = signatureOf(html).join('\n') !== parts.flatMap(({ signature }) => signature).join('\n');
  if (isSplit || hasChoiceInTag)
    throw new Unsupported('a field or a choice that contains a tag or is part of one');
}

const signatureOf = (template: string): readonly string[] =>
  parseTemplate(template, 'html').pieces.flatMap((piece) => {
    if (piece.kind === 'field') return [piece.source];

    return piece.kind === 'choice' ? ['choice'] : [];
  });

/** Deeper lists are HTML. */
const depthMax = 10;

/** Reads paragraphs and lists, or only lists, up to another token. */
function readBlocks(cursor: Cursor, depth: number): RichNode[] {
  const blocks: RichNode[] = [];
  for (let token = nextToken(cursor); token && !token.isClosing; token = nextToken(cursor)) {
    if (token.name === 'p' && depth === 0) blocks.push(readParagraph(cursor, token));
    else if (token.name === 'ul' || token.name === 'ol') blocks.push(readList(cursor, token, depth));
    else break;
  }

  return blocks;
}

function readParagraph(cursor: Cursor, token: Token): RichNode {
  requireAttributes(token, []);
  cursor.at += 1;
  const nodes = readInline(cursor);
  if (nodes.length === 0) throw new Unsupported('an empty paragraph');
  close(cursor, 'p');

  return { type: 'paragraph', ...withoutLastBreak(nodes) };
}

function readList(cursor: Cursor, token: Token, depth: number): RichNode {
  if (depth === depthMax) throw new Unsupported('lists in lists');
  const isOrdered = token.name === 'ol';
  requireAttributes(token, isOrdered ? ['start'] : []);
  const start = token.attributes.get('start');
  if (start !== undefined && !/^[1-9]\d{0,5}$/u.test(start)) throw new Unsupported('the start of a list');
  cursor.at += 1;
  const items: RichNode[] = [];
  for (let item = nextToken(cursor); item?.name === 'li' && !item.isClosing; item = nextToken(cursor)) {
    requireAttributes(item, []);
    cursor.at += 1;
    const paragraph = { type: 'paragraph', ...withoutLastBreak(readInline(cursor)) };
    items.push({ type: 'listItem', content: [paragraph, ...readBlocks(cursor, depth + 1)] });
    nextToken(cursor);
    close(cursor, 'li');
  }
  if (items.length === 0) throw new Unsupported('an empty list');
  nextToken(cursor);
  close(cursor, token.name);

  return isOrdered
    ? { type: 'orderedList', attrs: { start: Number(start ?? 1) }, content: items }
    : { type: 'bulletList', content: items };
}

function close(cursor: Cursor, name: string): void {
  const token = cursor.tokens[cursor.at];
  if (!token?.isClosing || token.name !== name) throw new Unsupported(nameOf(token));
  requireAttributes(token, []);
  cursor.at += 1;
}
