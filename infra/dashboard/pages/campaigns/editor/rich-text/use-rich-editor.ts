import { type Editor, useEditor } from '@tiptap/react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { extensionsOf } from './extensions.ts';
import { cleanPastedHtml } from './pasted-html.ts';
import type { RichNode } from './rich-node.ts';
import { writeHtml } from './write-html.ts';

interface RichEditorOptions {
  readonly document: RichNode;
  /** Called with the HTML of each edit, never with the HTML of the given document. */
  readonly onChange: (html: string) => void;
  readonly onSelect: () => void;
  readonly editLink: () => void;
  readonly editField: () => void;
  /** Of the element that the user edits. */
  readonly attributes: Readonly<Record<string, string | undefined>>;
}

/** An editor that adds no styles to the page, which the Content-Security-Policy refuses. */
export function useRichEditor({ document, attributes, ...events }: RichEditorOptions): Editor {
  const editLink = useEffectEvent(events.editLink);
  const editField = useEffectEvent(events.editField);
  const [extensions] = useState(() =>
    extensionsOf({ editLink: () => editLink(), editField: () => editField() }),
  );
  const [content] = useState(document);
  const shown = useRef(document);
  const editor = useEditor({
    content: content as object,
    extensions,
    injectCSS: false,
    enableInputRules: ['bulletList', 'orderedList'],
    enablePasteRules: false,
    editorProps: useEditorProps(attributes),
    onUpdate: ({ editor: edited }) => {
      events.onChange(writeHtml(edited.getJSON() as RichNode));
      events.onSelect();
    },
    onSelectionUpdate: events.onSelect,
  });
  useEffect(() => {
    if (document === shown.current) return;
    shown.current = document;
    editor.commands.setContent(document as object, { emitUpdate: false });
  }, [document, editor]);

  return editor;
}

/** A new object makes the editor set all attributes again. */
function useEditorProps(attributes: RichEditorOptions['attributes']) {
  const json = JSON.stringify(attributes);

  return useMemo(
    () => ({ transformPastedHTML: cleanPastedHtml, attributes: JSON.parse(json) as Record<string, string> }),
    [json],
  );
}
