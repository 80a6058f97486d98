import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;

/** What a browser shows of HTML: its blocks, and each character, break and image with its formats. */
export function shownHtml(html: string): string[] {
  const lines: Line[] = [];
  showNodes(parseFragment(html).childNodes, { path: '', marks: [] }, lines);

  return lines.flatMap(({ path, parts, isStart }) => {
    const shown = collapse(parts);

    return shown.length === 0 && !isStart ? [] : [`${path} ${shown.join('')}`];
  });
}

interface Place {
  readonly path: string;
  readonly marks: readonly string[];
}

interface Line {
  /** Starts a paragraph or an item, which has a height without content, too. */
  readonly isStart: boolean;
  readonly path: string;
  /** A character or a tag, with its formats. */
  readonly parts: (readonly [part: string, marks: string])[];
}

const blocks = new Set(['p', 'ul', 'ol', 'li', 'div']);
const formats: Readonly<Record<string, string>> = { strong: 'b', em: 'i' };

function showNodes(nodes: readonly Node[], { path, marks }: Place, lines: Line[]): void {
  for (const node of nodes) {
    if (node.nodeName === '#text' && 'value' in node) {
      for (const character of node.value) addPart(lines, path, character, marks);
    } else if ('tagName' in node) {
      const attributes = node.attrs.map(({ name, value }) => ` ${name}=${value}`).sort();
      const name = `${formats[node.tagName] ?? node.tagName}${attributes.join('')}`;
      const isFormat = ['a', 'b', 'i', 'strong', 'em'].includes(node.tagName);
      if (blocks.has(node.tagName)) {
        const inner = `${path}/${name}`;
        if (node.tagName === 'p' || node.tagName === 'li')
          lines.push({ path: inner, parts: [], isStart: true });
        showNodes(node.childNodes, { path: inner, marks: [] }, lines);
      } else if (!isFormat && node.childNodes.length === 0) {
        addPart(lines, path, `<${name}>`, node.tagName === 'br' ? [] : marks);
      } else {
        showNodes(node.childNodes, { path, marks: [...marks, name] }, lines);
      }
    } else {
      addPart(lines, path, `<${node.nodeName}>`, marks);
    }
  }
}

function addPart(lines: Line[], path: string, part: string, marks: readonly string[]): void {
  const last = lines.at(-1);
  const line = last?.path === path ? last : { path, parts: [], isStart: false };
  if (line !== last) lines.push(line);
  line.parts.push([part, [...new Set(marks)].sort().join(',')]);
}

const isSpace = (part: string | undefined): boolean => part !== undefined && /^[ \t\n\r\f]$/.test(part);

/** Browsers show no space at the start and the end of a line, and no break at the end of a block. */
function collapse(parts: Line['parts']): string[] {
  const shown: (readonly [string, string])[] = [];
  const trim = (): void => {
    if (isSpace(shown.at(-1)?.[0])) shown.pop();
  };
  for (const [part, marks] of parts) {
    const before = shown.at(-1)?.[0];
    const isHidden = isSpace(part) && (before === undefined || before === '<br>' || isSpace(before));
    if (part === '<br>') trim();
    if (!isHidden) shown.push([isSpace(part) ? ' ' : part, marks]);
  }
  trim();
  // Alone, a break gives its block the height of a line, which the path shows.
  if (shown.at(-1)?.[0] === '<br>') shown.pop();

  return shown.map(([part, marks]) => (part === ' ' ? part : `${part}[${marks}]`));
}
