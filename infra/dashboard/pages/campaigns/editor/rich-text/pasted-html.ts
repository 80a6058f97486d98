import { resolveTextReferences } from '#lib/html/character-references.ts';
import { type HtmlToken, tokensOf } from '#lib/html/tokens.ts';
import { parseField } from './merge-field-source.ts';
import { createBlocks } from './pasted-blocks.ts';
import { isImageAddress, isLinkAddress, type RichMark, type RichNode } from './rich-node.ts';
import { writeHtml } from './write-html.ts';

type OpenTag = Extract<HtmlToken, { kind: 'open' }>;

const dropped = new Set(
  'button canvas head iframe math noscript o:p object script select style svg template textarea title video xml'.split(
    ' ',
  ),
);
const blockNames = new Set(
  'address article blockquote center div dl dd dt footer h1 h2 h3 h4 h5 h6 header main p pre section table tr'.split(
    ' ',
  ),
);
const voidNames = new Set('br hr img meta link input col wbr'.split(' '));

/**
 * The paragraphs, lists, links, images, and bold and italic texts of a clipboard. Word, Google Docs and mail programs add styles,
 * classes, comments and elements of their own, which do not belong into an email.
 */
export function cleanPastedHtml(html: string): string {
  const blocks = createBlocks();
  const open: OpenElement[] = [];
  /** The element that is dropped with its content. */
  let skipped: { readonly name: string; depth: number; isMarker: boolean } | undefined;
  for (const token of tokensOf(html)) {
    if (skipped) {
      if (token.kind === 'text') {
        if (skipped.isMarker) blocks.readMarker(token.text);
      } else if (token.name === skipped.name) skipped.depth += token.kind === 'open' ? 1 : -1;
      if (skipped.depth === 0) skipped = undefined;
    } else if (token.kind === 'text') addText(blocks, token.text, marksOf(open));
    else if (token.kind === 'close') closeElement(blocks, open, token.name);
    else if (isDropped(token)) skipped = { name: token.name, depth: 1, isMarker: !dropped.has(token.name) };
    else openElement(blocks, open, token);
  }

  return writeHtml(blocks.finish());
}

type Blocks = ReturnType<typeof createBlocks>;

interface OpenElement {
  readonly name: string;
  readonly marks: readonly RichMark[];
  /** Formats of outer elements that do not apply inside. */
  readonly removed: readonly string[];
  /** The content is a merge field, which is read from the attribute. */
  readonly isField: boolean;
}

const styleOf = ({ attributes }: OpenTag): string => attributes.get('style')?.value ?? '';

/** Word writes the marker of a list item as a text that other programs ignore. */
const isDropped = (tag: OpenTag): boolean =>
  dropped.has(tag.name) || /mso-list:\s*ignore/iu.test(styleOf(tag));

function openElement(blocks: Blocks, open: OpenElement[], tag: OpenTag): void {
  const { name } = tag;
  const source = tag.attributes.get('data-merge-field')?.value;
  const isField = source !== undefined && parseField(source) !== undefined;
  if (name === 'ul' || name === 'ol') blocks.openList(name === 'ul' ? 'bulletList' : 'orderedList');
  else if (name === 'li') blocks.openItem();
  else if (name === 'p' && /mso-list:\s*l\d/iu.test(styleOf(tag))) blocks.openItemParagraph();
  else if (blockNames.has(name)) blocks.openBlock();
  else if (name === 'td' || name === 'th') blocks.add({ type: 'text', text: ' ' });
  else if (name === 'br') blocks.add({ type: 'hardBreak' });
  else if (name === 'img') addImage(blocks, tag, marksOf(open));
  else if (isField) blocks.add(withMarks({ type: 'mergeField', attrs: { source } }, marksOf(open)));
  if (!voidNames.has(name)) open.push({ name, isField, ...formatsOf(tag) });
}

/** Also closes the elements inside that have no closing tag. */
function closeElement(blocks: Blocks, open: OpenElement[], name: string): void {
  const at = open.findLastIndex((element) => element.name === name);
  if (at === -1) return;
  open.splice(at);
  if (name === 'ul' || name === 'ol') blocks.closeList();
  else if (name === 'li' || blockNames.has(name)) blocks.endLine();
}

function formatsOf(tag: OpenTag): Pick<OpenElement, 'marks' | 'removed'> {
  const style = styleOf(tag);
  const weight = /(?<![-\w])font-weight:\s*([a-z\d]+)/iu.exec(style)?.[1]?.toLowerCase();
  const fontStyle = /(?<![-\w])font-style:\s*([a-z]+)/iu.exec(style)?.[1]?.toLowerCase();
  const isBold =
    weight === undefined ? /^(?:b|strong)$/u.test(tag.name) : /^(?:bold|bolder|[6-9]00)$/u.test(weight);
  const isItalic = fontStyle === undefined ? /^(?:i|em)$/u.test(tag.name) : fontStyle === 'italic';
  const href = tag.name === 'a' ? tag.attributes.get('href')?.value.trim() : undefined;

  return {
    marks: [
      ...(href !== undefined && isLinkAddress(href) ? [{ type: 'link', attrs: { href } }] : []),
      ...(isBold ? [{ type: 'bold' }] : []),
      ...(isItalic ? [{ type: 'italic' }] : []),
    ],
    removed: [...(weight && !isBold ? ['bold'] : []), ...(fontStyle && !isItalic ? ['italic'] : [])],
  };
}

/** Undefined inside of a merge field, which has no other content. */
function marksOf(open: readonly OpenElement[]): readonly RichMark[] | undefined {
  const marks = new Map<string, RichMark>();
  for (const element of open) {
    if (element.isField) return undefined;
    for (const type of element.removed) marks.delete(type);
    for (const mark of element.marks) marks.set(mark.type, mark);
  }

  return [...marks.values()];
}

/** Programs write spaces as spaces that do not break. */
function addText(blocks: Blocks, source: string, marks: readonly RichMark[] | undefined): void {
  const text = resolveTextReferences(source).replaceAll('\u00a0', ' ');
  if (marks && text !== '') blocks.add(withMarks({ type: 'text', text }, marks));
}

function addImage(blocks: Blocks, { attributes }: OpenTag, marks: readonly RichMark[] | undefined): void {
  const src = attributes.get('src')?.value ?? '';
  const alt = attributes.get('alt')?.value ?? '';
  if (isImageAddress(src)) blocks.add(withMarks({ type: 'image', attrs: { src, alt } }, marks));
}

const withMarks = (node: RichNode, marks: readonly RichMark[] = []): RichNode =>
  marks.length > 0 ? { ...node, marks } : node;
