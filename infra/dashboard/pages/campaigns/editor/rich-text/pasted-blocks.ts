import { collapseSpaces } from './read-inline.ts';
import type { RichNode } from './rich-node.ts';

type ListType = 'bulletList' | 'orderedList';

interface Item {
  readonly type: 'listItem';
  readonly content: [{ readonly type: 'paragraph'; readonly content: RichNode[] }, ...RichNode[]];
}

interface List {
  type: ListType;
  readonly content: Item[];
  /** Word writes list items as paragraphs. */
  readonly isOfParagraphs: boolean;
}

/** Builds paragraphs and lists from the events of a document of any structure. */
export function createBlocks() {
  const blocks: RichNode[] = [];
  const lists: List[] = [];
  let line: RichNode[] = [];
  const currentItem = (): Item | undefined => lists.at(-1)?.content.at(-1);
  /** Ends the line. An item of a list has one paragraph, so its lines are separated by breaks. */
  const endLine = (): void => {
    const content = withoutOuterBreaks(collapseSpaces(line));
    line = [];
    if (content.length === 0) return;
    const item = currentItem();
    const paragraph = item?.content[0].content;
    if (!paragraph) blocks.push({ type: 'paragraph', content });
    else paragraph.push(...(paragraph.length > 0 ? [{ type: 'hardBreak' }] : []), ...content);
  };
  const openList = (type: ListType, isOfParagraphs = false): void => {
    endLine();
    const list: List = { type, content: [], isOfParagraphs };
    const item = currentItem();
    if (item) item.content.push(list);
    else blocks.push(list);
    lists.push(list);
  };
  const closeList = (): void => {
    endLine();
    lists.pop();
  };
  const openItem = (): void => {
    endLine();
    lists.at(-1)?.content.push({ type: 'listItem', content: [{ type: 'paragraph', content: [] }] });
  };

  return {
    add: (node: RichNode) => void line.push(node),
    openList,
    closeList,
    openItem,
    openBlock(): void {
      if (lists.at(-1)?.isOfParagraphs) closeList();
      else endLine();
    },
    endLine,
    openItemParagraph(): void {
      if (!lists.at(-1)?.isOfParagraphs) openList('bulletList', true);
      openItem();
    },
    /** The marker of the item shows whether the list has numbers. */
    readMarker(marker: string): void {
      const list = lists.at(-1);
      if (list && /^\s*\(?[\da-z]{1,3}[.)]/iu.test(marker)) list.type = 'orderedList';
    },
    finish(): RichNode {
      endLine();

      return { type: 'doc', content: withoutEmptyLists(blocks) };
    },
  };
}

function withoutOuterBreaks(nodes: readonly RichNode[]): readonly RichNode[] {
  const isContent = ({ type }: RichNode): boolean => type !== 'hardBreak';
  const from = nodes.findIndex(isContent);

  return from === -1 ? [] : nodes.slice(from, nodes.findLastIndex(isContent) + 1);
}

const withoutEmptyLists = (nodes: readonly RichNode[]): readonly RichNode[] =>
  nodes.flatMap((node) => {
    if (node.type === 'paragraph' || !node.content) return [node];
    const content = withoutEmptyLists(node.content);

    return content.length > 0 ? [{ ...node, content }] : [];
  });
