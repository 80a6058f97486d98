import type { RichMark, RichNode } from './rich-node.ts';

/** The HTML of a document. An empty document is an empty text. */
export function writeHtml({ content = [] }: RichNode): string {
  const isEmpty = content.length === 1 && content[0]?.type === 'paragraph' && !content[0].content?.length;

  return isEmpty ? '' : content.map(writeBlock).join('\n');
}

function writeBlock({ type, attrs, content = [] }: RichNode): string {
  if (type === 'paragraph') return `<p>${writeLines(content)}</p>`;
  const start = attrs?.['start'] ?? 1;
  const [name, opening] =
    type === 'orderedList' ? ['ol', start === 1 ? 'ol' : `ol start="${start}"`] : ['ul', 'ul'];
  const items = content.map(({ content: [paragraph, ...lists] = [] }) =>
    [
      '<li>',
      writeLines(paragraph?.content ?? []),
      ...lists.map((list) => `\n${writeBlock(list)}\n`),
      '</li>',
    ].join(''),
  );

  return `<${opening}>\n${items.join('\n')}\n</${name}>`;
}

/** Browsers show no line after a last break, so it is written twice. Without a break, an empty paragraph would have no height. */
function writeLines(nodes: readonly RichNode[]): string {
  const last = nodes.at(-1);

  return `${writeInline(nodes)}${!last || last.type === 'hardBreak' ? '<br>' : ''}`;
}

interface Tag {
  readonly opening: string;
  readonly closing: string;
}

/** Links are outside of bold and italic texts. */
function tagsOf(marks: readonly RichMark[] = []): readonly Tag[] {
  const link = marks.find(({ type }) => type === 'link');
  const simple = [
    ['bold', 'b'],
    ['italic', 'i'],
  ] as const;

  return [
    ...(link ? [{ opening: `<a href="${escapeValue(link.attrs?.['href'])}">`, closing: '</a>' }] : []),
    ...simple.flatMap(([type, name]) =>
      marks.some((mark) => mark.type === type) ? [{ opening: `<${name}>`, closing: `</${name}>` }] : [],
    ),
  ];
}

function writeInline(nodes: readonly RichNode[]): string {
  let html = '';
  let open: readonly Tag[] = [];
  const change = (tags: readonly Tag[]): void => {
    const differsAt = open.findIndex(({ opening }, index) => opening !== tags[index]?.opening);
    const kept = differsAt === -1 ? open.length : differsAt;
    html += open
      .slice(kept)
      .toReversed()
      .map(({ closing }) => closing)
      .join('');
    html += tags
      .slice(kept)
      .map(({ opening }) => opening)
      .join('');
    open = tags;
  };
  nodes.forEach((node, index) => {
    const before = nodes[index - 1];
    // A break has no format, so it does not end the format around it.
    if (node.type !== 'hardBreak') change(tagsOf(node.marks));
    html += writeLeaf(node, !before || before.type === 'hardBreak', nodes[index + 1]?.type === 'mergeField');
  });
  change([]);

  return html;
}

function writeLeaf(
  { type, attrs = {}, text = '' }: RichNode,
  isLineStart: boolean,
  isBeforeField: boolean,
): string {
  if (type === 'hardBreak') return '<br>';
  if (type === 'mergeField') return String(attrs['source']);
  if (type === 'image') return writeImage(attrs);
  // Browsers show several spaces, and a space at the start of a line, only if they do not break.
  const spaced = text.replaceAll(isLineStart ? /^ | (?= )/gu : / (?= )/gu, '\u00a0');
  const escaped = escapeText(spaced);

  // A backslash would escape the merge field.
  return isBeforeField ? escaped.replace(/\\$/u, '&#92;') : escaped;
}

function writeImage(attrs: Readonly<Record<string, unknown>>): string {
  const values = ['src', 'alt', 'width', 'height'].flatMap((name) =>
    attrs[name] === null || attrs[name] === undefined ? [] : [` ${name}="${escapeValue(attrs[name])}"`],
  );

  return `<img${values.join('')}>`;
}

export const escapeText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;');

const escapeValue = (value: unknown): string => escapeText(String(value)).replaceAll('"', '&quot;');
