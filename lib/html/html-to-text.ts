import { resolveTextReferences } from '#lib/html/character-references.ts';
import { type LineWriter, lineWriter } from '#lib/html/line-writer.ts';
import { type QuotationMarker, quotationMarker } from '#lib/html/quotations.ts';
import { type HtmlToken, tokensOf } from '#lib/html/tokens.ts';

type OpenTag = Extract<HtmlToken, { kind: 'open' }>;

/** Line breaks before and after each block element. */
const lineBreaks: ReadonlyMap<string, number> = new Map([
  ...'p h1 h2 h3 h4 h5 h6 ul ol dl blockquote pre table hr'.split(' ').map((name) => [name, 2] as const),
  ...'address article aside body caption center dd div dt figcaption figure footer form header li main nav section tr'
    .split(' ')
    .map((name) => [name, 1] as const),
]);

/** Elements with content that is not shown. They do not nest: the first closing tag ends them. */
const hiddenElements: ReadonlySet<string> = new Set(
  'style script title template noscript textarea select iframe'.split(' '),
);
/** Elements that may hide preheader text by `display:none`. */
const hideableElements: ReadonlySet<string> = new Set('div span table td tr center'.split(' '));

/** Deeper lists are indented as at this depth, which limits the output size. */
const depthMax = 6;

interface Layout {
  readonly text: LineWriter;
  readonly lists: { readonly isOrdered: boolean; count: number }[];
  /** The open link, and the mark at the start of its text. Links do not nest. */
  link: { readonly target: string; readonly from: number } | undefined;
  /** Number of open `pre` elements. */
  preformatted: number;
  /** Undefined: quotations are not marked. */
  readonly quotations: QuotationMarker | undefined;
}

/**
 * Converts HTML to plain text with paragraphs, lists, and link URLs in parentheses. Time and output size are linear in the
 * input size.
 * @param quotations `marked`: each line of a quotation begins with `> `
 */
export function htmlToText(html: string, quotations: 'plain' | 'marked' = 'plain'): string {
  const text = lineWriter();
  const marker = quotations === 'marked' ? quotationMarker(text) : undefined;
  const layout: Layout = { text, lists: [], link: undefined, preformatted: 0, quotations: marker };
  /** The hidden element that is skipped, and the number of open elements of its name. */
  let skipped: { readonly name: string; depth: number } | undefined;

  for (const token of tokensOf(html)) {
    if (skipped) {
      if (token.kind === 'open' && token.name === skipped.name && hideableElements.has(token.name))
        skipped.depth++;
      if (token.kind === 'close' && token.name === skipped.name && --skipped.depth === 0) skipped = undefined;
    } else if (token.kind === 'text') {
      addText(layout, token.text);
    } else if (token.kind === 'close') {
      closeElement(layout, token.name);
      marker?.close(token.name);
    } else if (isHidden(token)) {
      skipped = { name: token.name, depth: 1 };
    } else {
      marker?.open(token);
      openElement(layout, token);
    }
  }
  endLink(layout);
  marker?.finish();

  return layout.text.finish();
}

function isHidden({ name, attributes }: OpenTag): boolean {
  const style = attributes.get('style')?.value ?? '';

  return hiddenElements.has(name) || (hideableElements.has(name) && /display\s?:\s?none/i.test(style));
}

function addText({ text, preformatted, quotations }: Layout, source: string): void {
  const content = resolveTextReferences(source);
  quotations?.text(content);
  // `add` collapses white space except no-break spaces, such as `&nbsp;`.
  if (preformatted > 0) text.addLines(content);
  else text.add(withoutInvisible(content));
}

function openElement(layout: Layout, tag: OpenTag): void {
  const { text, lists } = layout;
  const isNested = lists.length > 0 && isList(tag.name);
  text.breakLine(isNested ? 1 : (lineBreaks.get(tag.name) ?? 0));
  switch (tag.name) {
    case 'a':
      endLink(layout);
      layout.link = { target: targetOf(tag), from: text.mark() };
      break;
    case 'br':
      text.addBreak();
      break;
    case 'hr':
      text.addLines('-----');
      text.breakLine(2);
      break;
    case 'img':
      text.add(withoutInvisible(tag.attributes.get('alt')?.value ?? ''));
      break;
    case 'li':
      text.addBullet(bulletOf(lists));
      break;
    case 'ol':
    case 'ul':
      lists.push({ isOrdered: tag.name === 'ol', count: 0 });
      break;
    case 'pre':
      layout.preformatted++;
      break;
    case 'td':
    case 'th':
      text.add(' ');
  }
}

function closeElement(layout: Layout, name: string): void {
  if (name === 'a') endLink(layout);
  if (name === 'pre') layout.preformatted = Math.max(0, layout.preformatted - 1);
  if (isList(name)) layout.lists.pop();
  const isNested = layout.lists.length > 0 && isList(name);
  layout.text.breakLine(isNested ? 1 : (lineBreaks.get(name) ?? 0));
}

function isList(name: string): boolean {
  return name === 'ul' || name === 'ol';
}

function bulletOf(lists: Layout['lists']): string {
  const list = lists.at(-1);
  const indent = '  '.repeat(Math.max(0, Math.min(lists.length, depthMax) - 1));
  if (list) list.count++;

  return list?.isOrdered ? `${indent}${list.count}. ` : `${indent}- `;
}

/** Appends the URL to the link's text, unless the text is that URL. */
function endLink(layout: Layout): void {
  const { link, text } = layout;
  layout.link = undefined;
  if (!link || link.target === '') return;
  const linkText = text.since(link.from);
  if (linkText === '') text.add(link.target);
  else if (!isSameAddress(linkText, link.target)) text.add(` (${link.target})`);
}

function isSameAddress(linkText: string, target: string): boolean {
  const stripped = (address: string) =>
    address
      .replace(/^https?:\/\//i, '')
      .replace(/\/$/, '')
      .toLowerCase();

  return stripped(linkText) === stripped(target);
}

/** The URL, address or phone number to show; empty for other kinds of link. */
function targetOf({ attributes }: OpenTag): string {
  const href = (attributes.get('href')?.value ?? '').replaceAll(/[\t\n\r]/g, '').trim();
  if (/^https?:\/\//i.test(href)) return href;
  const [, address = ''] = /^(?:mailto|tel):([^?]*)/i.exec(href) ?? [];

  return address;
}

/**
 * Removes invisible characters, with which emails pad the preheader: soft hyphens, zero-width spaces, combining grapheme joiners
 * and byte order marks. A zero-width non-joiner within a word stays: Persian needs it.
 */
function withoutInvisible(text: string): string {
  return text
    .replaceAll(/(?:\u034f|[\u00ad\u200b\ufeff])+/g, '')
    .replaceAll(/(?<!\p{L})\u200c|\u200c(?!\p{L})/gu, '');
}
