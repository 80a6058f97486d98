import { type Editor, EditorContent } from '@tiptap/react';
import { Braces } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { describedBy, FieldNotes, type FieldProps } from '../../../../components/form/field.tsx';
import { InsertSnippet } from '../../../snippets/snippet-menu.tsx';
import { usePreview } from '../preview/preview-context.tsx';
import { htmlOf } from '../steps/body-formats.ts';
import { CompletionList } from '../steps/completion-list.tsx';
import { useCompletion } from '../steps/use-completion.ts';
import { AddressDialog, type AddressKind } from './address-dialog.tsx';
import { FieldDefault } from './field-default.tsx';
import { readHtml } from './read-html.ts';
import type { RichNode } from './rich-node.ts';
import { richTarget } from './rich-target.ts';
import { Toolbar } from './toolbar.tsx';
import { useRichEditor } from './use-rich-editor.ts';
import './rich-text.css';

/** The paragraphs of a plain text, with its merge fields. */
function nodesOf(text: string): RichNode[] {
  const read = readHtml(htmlOf(text));

  return 'document' in read ? [...(read.document.content ?? [])] : [{ type: 'text', text }];
}

interface RichFieldProps extends FieldProps<string> {
  /** The document of the value. A new one replaces the text of the editor. */
  readonly document: RichNode;
  readonly tools: ReactNode;
}

/** The editor of a formatted text. Its value is HTML. */
// biome-ignore lint/style/noDefaultExport: React's `lazy` takes the default export.
export default function RichField({ document, tools, label, help, error, name, onChange }: RichFieldProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const defaultField = useRef<HTMLInputElement>(null);
  const [dialog, setDialog] = useState<AddressKind>();
  const described = describedBy(id, { help, error });
  const editorOfField = useRef<Editor>(null);
  const completion = useCompletion(
    () =>
      frame.current && editorOfField.current ? richTarget(editorOfField.current, frame.current) : undefined,
    usePreview().mergeFields,
  );
  const editor = useRichEditor({
    document,
    onChange,
    onSelect: completion.update,
    editLink: () => setDialog('link'),
    editField: () => defaultField.current?.focus(),
    attributes: {
      name,
      class: 'input rich-text',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': `${id}-label`,
      'aria-describedby': described,
      'aria-invalid': error ? 'true' : undefined,
      ...completion.attributes,
    },
  });
  editorOfField.current = editor;
  return (
    <div className="field template-field">
      <div className="template-head">
        <span id={`${id}-label`} className="field-label">
          {label}
        </span>
        <div className="template-tools">
          {tools}
          <InsertSnippet
            onInsert={(snippet) => editor.chain().focus().insertContent(nodesOf(snippet)).run()}
          />
          <Button
            size="small"
            variant="quiet"
            icon={<Braces />}
            aria-label={`Insert a field into ${label}`}
            onClick={() => {
              // The list opens only in a text with the focus, which the command would set later.
              editor.view.focus();
              editor.commands.insertContent({ type: 'text', text: '{{' });
            }}
          >
            Field
          </Button>
        </div>
      </div>
      <Toolbar editor={editor} onAddress={setDialog} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the editor inside has the focus. */}
      <div
        ref={frame}
        className="template-control"
        onKeyDownCapture={completion.controlProps.onKeyDown}
        onBlur={completion.controlProps.onBlur}
      >
        <EditorContent editor={editor} />
        <CompletionList {...completion} />
      </div>
      <FieldDefault editor={editor} ref={defaultField} />
      <AddressDialog editor={editor} kind={dialog} onClose={() => setDialog(undefined)} />
      <FieldNotes id={id} help={help} error={error} />
    </div>
  );
}
