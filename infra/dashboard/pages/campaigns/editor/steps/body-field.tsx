import { useRef } from 'react';
import { Select } from '../../../../components/form/select.tsx';
import { typeText } from '../../../../components/form/type-text.ts';
import { InsertSnippet } from '../../../snippets/snippet-menu.tsx';
import type { Variant } from '../draft.ts';
import { useEditorContext } from '../editor-context.ts';
import { htmlOf, textOf } from './body-formats.ts';
import { HtmlField } from './html-field.tsx';
import { TemplateField } from './template-field.tsx';

const formats = [
  { value: 'text', label: 'Plain text' },
  { value: 'html', label: 'Formatted text' },
  { value: 'both', label: 'Formatted text and own plain text' },
] as const;
type Format = (typeof formats)[number]['value'];

const formatHelp: Readonly<Record<Format, string>> = {
  text: 'Looks like an email that you write by hand. Opens and clicks are not tracked.',
  html: 'The plain text part is made from it.',
  both: 'Mail programs show one of the two.',
};

interface BodyFieldProps {
  /** `steps[0].variants[0]` */
  readonly path: string;
  readonly variant: Variant;
}

export function BodyField({ path, variant }: BodyFieldProps) {
  const { field } = useEditorContext();
  const html = field<string | null>(`${path}.bodyHtml`);
  const text = field<string | null>(`${path}.bodyText`);
  const format = formatOf(html.value, text.value);
  // A change of the format replaces the field, and with it the select that had the focus.
  const isChanging = useRef(false);
  const keepFocus = (trigger: HTMLButtonElement | null): void => {
    if (!trigger || !isChanging.current) return;
    isChanging.current = false;
    requestAnimationFrame(() => trigger.focus());
  };
  const setFormat = (next: Format): void => {
    isChanging.current = true;
    html.onChange(next === 'text' ? null : (html.value ?? htmlOf(variant.bodyText ?? '')));
    text.onChange(next === 'html' ? null : (text.value ?? textOf(variant.bodyHtml ?? '')));
  };
  const formatSelect = (
    <Select
      size="small"
      aria-label="Format of the text"
      options={formats}
      value={format}
      onChange={setFormat}
      ref={keepFocus}
    />
  );

  return (
    <>
      {format !== 'text' && (
        <HtmlField help={formatHelp[format]} formatSelect={formatSelect} {...html} value={html.value ?? ''} />
      )}
      {format !== 'html' && (
        <TemplateField
          label="Text"
          isMultiline
          help={format === 'text' ? formatHelp.text : undefined}
          placeholder={'Hi {{firstName | default: "there"}},\n\n…'}
          tools={(getControl) => (
            <>
              {format === 'text' && formatSelect}
              <InsertSnippet
                onInsert={(snippet) => {
                  const control = getControl();
                  if (control) typeText(control, snippet);
                }}
              />
            </>
          )}
          {...text}
          value={text.value ?? ''}
        />
      )}
    </>
  );
}

function formatOf(html: string | null, text: string | null): Format {
  if (html === null) return 'text';

  return text === null ? 'html' : 'both';
}
