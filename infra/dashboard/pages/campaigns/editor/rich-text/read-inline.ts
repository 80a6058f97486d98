import { resolveTextReferences } from '#lib/html/character-references.ts';
import { decodeText, Unsupported } from './html-text.ts';
import type { Cursor, Token } from './html-tokens.ts';
import { splitFields } from './merge-field-source.ts';
import { isImageAddress, isLinkAddress, type RichMark, type RichNode } from './rich-node.ts';

interface OpenMark {
  readonly name: string;
  readonly mark: RichMark;
  /** Number of nodes before the mark. */
  readonly from: number;
}

const simpleMarks: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
};

/** Reads texts, merge fields, breaks and images with their formats, up to the tag of a block. */
export function readInline(cursor: Cursor): readonly RichNode[] {
  const nodes: RichNode[] = [];
  const open: OpenMark[] = [];
  for (let token = cursor.tokens[cursor.at]; token; token = cursor.tokens[++cursor.at]) {
    const marks = marksOf(open);
    if (token.name === '') nodes.push(...readText(token.source, marks));
    else if (token.name === 'br' && !token.isClosing) nodes.push(readBreak(token));
    else if (token.name === 'img' && !token.isClosing) nodes.push(withMarks(readImage(token), marks));
    else if (token.name !== 'a' && !simpleMarks[token.name]) break;
    else if (token.isClosing) closeMark(open.pop(), token, nodes.length);
    else open.push({ name: token.name, mark: readMark(token, open), from: nodes.length });
  }
  if (open.length > 0) throw new Unsupported(`<${open.at(-1)?.name}> without an end in its paragraph`);

  return collapseSpaces(nodes);
}

/** In one order, independent of the order of the tags. */
const marksOf = (open: readonly OpenMark[]): readonly RichMark[] =>
  ['link', 'bold', 'italic'].flatMap((type) => open.find(({ mark }) => mark.type === type)?.mark ?? []);

function closeMark(opened: OpenMark | undefined, { name }: Token, length: number): void {
  if (opened?.name !== name) throw new Unsupported(`</${name}> without a start`);
  if (opened.from === length) throw new Unsupported(`an empty <${name}>`);
}

function readMark(token: Token, open: readonly OpenMark[]): RichMark {
  const type = simpleMarks[token.name];
  requireAttributes(token, type ? [] : ['href']);
  if (type) return { type };
  const href = token.attributes.get('href') ?? '';
  if (!isLinkAddress(href) || open.some(({ name }) => name === 'a'))
    throw new Unsupported(`the link “${href}”`);

  return { type: 'link', attrs: { href } };
}

function readBreak(token: Token): RichNode {
  requireAttributes(token, []);

  return { type: 'hardBreak' };
}

function readImage(token: Token): RichNode {
  requireAttributes(token, ['src', 'alt', 'width', 'height']);
  const attrs = Object.fromEntries(token.attributes);
  if (!isImageAddress(attrs['src'] ?? '')) throw new Unsupported('an image without a secure address');

  return { type: 'image', attrs };
}

export function requireAttributes({ name, attributes }: Token, allowed: readonly string[]): void {
  for (const key of attributes.keys()) {
    if (!allowed.includes(key)) throw new Unsupported(`the attribute “${key}” of <${name}>`);
  }
}

const withMarks = (node: RichNode, marks: readonly RichMark[]): RichNode =>
  marks.length > 0 ? { ...node, marks } : node;

function readText(source: string, marks: readonly RichMark[]): readonly RichNode[] {
  if (/%7B%7B/iu.test(source)) throw new Unsupported('an encoded merge field outside of a link');

  return splitFields(source).map((part) =>
    withMarks(
      part.kind === 'field'
        ? { type: 'mergeField', attrs: { source: part.source } }
        : { type: 'text', text: decodeText(part.source, resolveTextReferences) },
      marks,
    ),
  );
}

/** As browsers show them: one space for several, and none at the start and the end of a line. Joins texts of one format. */
export function collapseSpaces(nodes: readonly RichNode[]): readonly RichNode[] {
  const result: RichNode[] = [];
  let isAfterSpace = true;
  for (const node of nodes) {
    if (node.text === undefined) {
      if (node.type === 'hardBreak') trimEnd(result);
      result.push(node);
      isAfterSpace = node.type === 'hardBreak';
      continue;
    }
    const collapsed = node.text.replaceAll(/[ \t\n\r\f]+/gu, ' ');
    const text = isAfterSpace ? collapsed.replace(/^ /u, '') : collapsed;
    if (text === '') continue;
    isAfterSpace = text.endsWith(' ');
    const last = result.at(-1);
    if (last?.text !== undefined && JSON.stringify(last.marks) === JSON.stringify(node.marks)) {
      result.splice(-1, 1, { ...last, text: last.text + text });
    } else result.push({ ...node, text });
  }
  trimEnd(result);

  return result;
}

function trimEnd(nodes: RichNode[]): void {
  const last = nodes.at(-1);
  if (!last?.text?.endsWith(' ')) return;
  nodes.pop();
  if (last.text !== ' ') nodes.push({ ...last, text: last.text.slice(0, -1) });
}

/** Browsers do not show the last break of a block. */
export const withoutLastBreak = (nodes: readonly RichNode[]): { readonly content?: readonly RichNode[] } => {
  const shown = nodes.at(-1)?.type === 'hardBreak' ? nodes.slice(0, -1) : nodes;

  return shown.length > 0 ? { content: shown } : {};
};
