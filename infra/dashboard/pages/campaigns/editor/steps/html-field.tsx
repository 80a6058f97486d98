import { Bold, CodeXml, Italic, Link as LinkIcon } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button, IconButton } from '../../../../components/button.tsx';
import { type TextControl, typeText } from '../../../../components/form/type-text.ts';
import type { FieldBinding } from '../../../../components/form/use-form.ts';
import { Skeleton } from '../../../../components/states.tsx';
import { readHtml } from '../rich-text/read-html.ts';
import { TemplateField } from './template-field.tsx';

const RichField = lazy(() => import('../rich-text/rich-field.tsx'));

interface HtmlFieldProps extends FieldBinding<string> {
  readonly help: string;
  readonly formatSelect: ReactNode;
}

/** Formatted text, or its source. HTML that the editor cannot show has only a source. */
export function HtmlField({ help, formatSelect, ...field }: HtmlFieldProps) {
  const [isSource, setSource] = useState(false);
  const { read, readAgain, keepDocument } = useDocument(field.value);
  const document = 'document' in read ? read.document : undefined;
  const showsSource = isSource || !document;
  const sourceSwitch = (
    <Button
      size="small"
      variant="quiet"
      icon={<CodeXml />}
      aria-pressed={showsSource}
      disabled={!document}
      onClick={() => {
        readAgain();
        setSource(!showsSource);
      }}
    >
      Source
    </Button>
  );
  if (!showsSource) {
    return (
      <Suspense fallback={<Skeleton lines={8} />}>
        <RichField
          label="Formatted text"
          help={help}
          document={document}
          tools={
            <>
              {formatSelect}
              {sourceSwitch}
            </>
          }
          {...field}
          onChange={(html) => {
            keepDocument(html);
            field.onChange(html);
          }}
        />
      </Suspense>
    );
  }

  return (
    <TemplateField
      label="HTML"
      isMultiline
      isCode
      help={
        'unsupported' in read
          ? `Shown as HTML, because the editor of formatted texts cannot show ${read.unsupported}.`
          : help
      }
      placeholder="<p>Hi {{firstName | default: &quot;there&quot;}},</p>"
      tools={(getControl) => (
        <>
          {formatSelect}
          {sourceSwitch}
          <HtmlTools getControl={getControl} />
        </>
      )}
      {...field}
    />
  );
}

/** The document of the HTML. It stays while the editor of the document changes the HTML. */
function useDocument(html: string) {
  const [state, setState] = useState(() => ({ html, read: readHtml(html) }));
  const readAgain = (): void => setState({ html, read: readHtml(html) });
  if (state.html !== html) readAgain();

  return {
    read: state.read,
    readAgain,
    keepDocument: (written: string): void => setState(({ read }) => ({ html: written, read })),
  };
}

/** Buttons that wrap the selection in tags. */
function HtmlTools({ getControl }: { readonly getControl: () => TextControl | null }) {
  const wrap = (start: string, end: string): void => {
    const element = getControl();
    if (!element) return;
    const { selectionStart: from, selectionEnd: to } = element;
    const selected = element.value.slice(from ?? 0, to ?? 0);
    typeText(element, `${start}${selected}${end}`);
    // Selects the same text again, now inside of the tags.
    const caret = (element.selectionStart ?? 0) - end.length;
    element.setSelectionRange(caret - selected.length, caret);
  };

  return (
    <>
      <IconButton size="small" label="Bold" icon={<Bold />} onClick={() => wrap('<b>', '</b>')} />
      <IconButton size="small" label="Italic" icon={<Italic />} onClick={() => wrap('<i>', '</i>')} />
      <IconButton
        size="small"
        label="Link"
        icon={<LinkIcon />}
        onClick={() => wrap('<a href="https://">', '</a>')}
      />
    </>
  );
}
