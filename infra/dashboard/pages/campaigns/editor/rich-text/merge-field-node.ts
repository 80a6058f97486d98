import { Node } from '@tiptap/core';
import { type EditorState, NodeSelection, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { fieldLabel } from '../steps/merge-fields.ts';
import { defaultOf, parseField, splitFields } from './merge-field-source.ts';
import { escapeText } from './write-html.ts';

/** A merge field as one character. Its source is written to the HTML without a change. */
export const MergeField = Node.create({
  name: 'mergeField',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    source: { parseHTML: (element: HTMLElement) => element.getAttribute('data-merge-field') },
  }),
  parseHTML: () => [{ tag: 'span[data-merge-field]' }],
  renderHTML: ({ node }) => {
    const source = String(node.attrs['source']);
    const fallback = defaultOf(source);

    return [
      'span',
      { class: 'merge-field', role: 'img', 'aria-label': describeField(source), 'data-merge-field': source },
      labelOf(source),
      ...(fallback === '' ? [] : [['span', { class: 'merge-field-default' }, fallback]]),
    ];
  },
  renderText: ({ node }) => String(node.attrs['source']),
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, _before, state) =>
        transactions.some(({ docChanged }) => docChanged) ? convertTexts(state) : null,
      props: { handleTextInput: typeBehind },
    }),
  ],
});

export const labelOf = (source: string): string => fieldLabel(parseField(source)?.name ?? source);

/** For screen readers. */
export function describeField(source: string): string {
  const fallback = defaultOf(source);

  return `Merge field ${labelOf(source)}${fallback === '' ? '' : `, or ${fallback}`}`;
}

/** Text that is typed while a merge field is selected follows it instead of replacing it. */
function typeBehind(view: EditorView, _from: number, _to: number, text: string): boolean {
  const { selection, tr } = view.state;
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'mergeField') return false;
  view.dispatch(
    tr.setSelection(TextSelection.create(tr.doc, selection.to)).insertText(text).scrollIntoView(),
  );

  return true;
}

/** Replaces merge fields that were typed or pasted as text. */
function convertTexts(state: EditorState): Transaction | null {
  const { tr, schema, doc } = state;
  doc.descendants((node, at) => {
    if (!node.text?.includes('{{')) return;
    let from = at;
    for (const { kind, source } of splitFields(node.text)) {
      const field = schema.nodes['mergeField']?.create({ source: escapeText(source) }, null, node.marks);
      const start = tr.mapping.map(from);
      if (kind === 'field' && field) tr.replaceWith(start, start + source.length, field);
      from += source.length;
    }
  });

  return tr.docChanged ? tr : null;
}
