import type { Editor } from '@tiptap/core';
import { type CompletionTarget, openFieldAt, sampleDefault } from '../steps/completion.ts';
import { withDefault } from './merge-field-source.ts';

/** Completes merge fields in the editor. @param frame the element that the list is in */
export const richTarget = (editor: Editor, frame: HTMLElement): CompletionTarget => ({
  hasFocus: () => editor.isFocused,
  isDefaultTyped: false,
  openField() {
    const { $from, empty } = editor.state.selection;
    // Merge fields, images and breaks count as one character.
    const text = $from.parent.textBetween(0, $from.parentOffset, undefined, '\n');

    return empty ? openFieldAt(text, text.length) : undefined;
  },
  positionBelow({ start }) {
    const { left, bottom } = editor.view.coordsAtPos(editor.state.selection.$from.start() + start);
    const { left: frameLeft, top: frameTop } = frame.getBoundingClientRect();

    return { left: left - frameLeft, top: bottom - frameTop + 6 };
  },
  complete({ start }, { field, isDefault }) {
    const { $from, from: to } = editor.state.selection;
    const from = $from.start() + start;
    const source = withDefault(`{{${field.name}}}`, isDefault ? sampleDefault : '');
    const chain = editor
      .chain()
      .focus()
      .insertContentAt({ from, to }, { type: 'mergeField', attrs: { source } });
    // An inserted default is selected, so that the user can replace it.
    (isDefault ? chain.setNodeSelection(from) : chain).run();
  },
  remove({ start }) {
    const { $from, from: to } = editor.state.selection;
    editor
      .chain()
      .deleteRange({ from: $from.start() + start, to })
      .run();
  },
});
