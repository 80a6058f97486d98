import { NodeSelection } from '@tiptap/pm/state';
import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type Ref, useId } from 'react';
import { describeField, labelOf } from './merge-field-node.ts';
import { defaultOf, withDefault } from './merge-field-source.ts';

interface FieldDefaultProps {
  readonly editor: Editor;
  readonly ref: Ref<HTMLInputElement>;
}

/** The default of the selected merge field. Enter and Escape return to the text. */
export function FieldDefault({ editor, ref }: FieldDefaultProps) {
  const id = useId();
  const source = useEditorState({ editor, selector: () => selectedSource(editor) });
  const setDefault = (text: string): void => {
    const { from } = editor.state.selection;
    const attrs = { source: withDefault(source ?? '', text) };
    editor.chain().updateAttributes('mergeField', attrs).setNodeSelection(from).run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    editor.commands.focus(editor.state.selection.to);
  };

  return (
    <>
      <span className="visually-hidden" role="status">
        {source !== undefined && `${describeField(source)}. Enter changes its default.`}
      </span>
      {source !== undefined && (
        <div className="field-default">
          <label htmlFor={id}>{`Without ${labelOf(source)}, write`}</label>
          <input
            id={id}
            ref={ref}
            className="input"
            placeholder="nothing: the email is not sent"
            value={defaultOf(source)}
            onChange={(event) => setDefault(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
      )}
    </>
  );
}

function selectedSource({ state: { selection } }: Editor): string | undefined {
  const node = selection instanceof NodeSelection ? selection.node : undefined;

  return node?.type.name === 'mergeField' ? String(node.attrs['source']) : undefined;
}
