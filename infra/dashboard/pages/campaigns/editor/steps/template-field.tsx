import { Braces } from 'lucide-react';
import { type ReactNode, type Ref, useId, useRef } from 'react';
import { Button } from '../../../../components/button.tsx';
import { describedBy, FieldNotes, type FieldProps } from '../../../../components/form/field.tsx';
import { type TextControl, typeText } from '../../../../components/form/type-text.ts';
import { usePreview } from '../preview/preview-context.tsx';
import { removeRetyped, textTarget } from './completion.ts';
import { CompletionList } from './completion-list.tsx';
import { useCompletion } from './use-completion.ts';
import './template-field.css';

interface TemplateFieldProps extends FieldProps<string> {
  readonly placeholder?: string | undefined;
  /** A text area that grows with its text, instead of one line. */
  readonly isMultiline?: boolean | undefined;
  readonly isCode?: boolean | undefined;
  /** Buttons beside “Field”. They receive a function that returns the text field. */
  readonly tools?: ((getControl: () => TextControl | null) => ReactNode) | undefined;
}

/** A text with merge fields: `{{` opens a list of them. */
export function TemplateField({ tools, isMultiline = false, isCode = false, ...field }: TemplateFieldProps) {
  const { label, help, error, name, value, onChange, placeholder } = field;
  const id = useId();
  const control = useRef<TextControl>(null);
  const completion = useCompletion(
    () => (control.current ? textTarget(control.current) : undefined),
    usePreview().mergeFields,
  );
  const Control = isMultiline ? 'textarea' : 'input';
  const described = describedBy(id, { help, error });

  return (
    <div className="field template-field">
      <div className="template-head">
        <label htmlFor={id} className="field-label">
          {label}
        </label>
        <div className="template-tools">
          {tools?.(() => control.current)}
          <Button
            size="small"
            variant="quiet"
            icon={<Braces />}
            aria-label={`Insert a field into ${label}`}
            onClick={() => control.current && typeText(control.current, '{{')}
          >
            Field
          </Button>
        </div>
      </div>
      <div className="template-control">
        <Control
          id={id}
          ref={control as Ref<HTMLInputElement & HTMLTextAreaElement>}
          name={name}
          className="input"
          data-code={isCode || undefined}
          spellCheck={!isCode}
          placeholder={placeholder}
          value={value}
          aria-describedby={described}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            onChange(event.target.value);
            removeRetyped(event.target);
            completion.update();
          }}
          {...completion.controlProps}
        />
        <CompletionList {...completion} />
      </div>
      <FieldNotes id={id} help={help} error={error} />
    </div>
  );
}
