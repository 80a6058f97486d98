import { Braces } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react';
import { Button } from '../../../../components/button.tsx';
import type { FieldProps } from '../../../../components/form/field.tsx';
import { usePreview } from '../preview/preview-context.tsx';
import { type Completion, type TextControl, typeText } from './completion.ts';
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
  const completion = useCompletion(control, usePreview().mergeFields);
  const Control = isMultiline ? 'textarea' : 'input';
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');

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
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            onChange(event.target.value);
            completion.update();
          }}
          {...completion.controlProps}
        />
        <CompletionList {...completion} />
      </div>
      {help && (
        <div id={`${id}-help`} className="field-help">
          {help}
        </div>
      )}
      {error && (
        <div id={`${id}-error`} className="field-error">
          {error}
        </div>
      )}
    </div>
  );
}

interface CompletionListProps {
  readonly id: string;
  readonly options: readonly Completion[];
  readonly activeIndex: number;
  readonly popup: { readonly left: number; readonly top: number } | undefined;
  readonly choose: (option: Completion) => void;
}

/** The list of merge fields. The focus stays in the text field. */
function CompletionList({ id, options, activeIndex, popup, choose }: CompletionListProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active option is marked after each change.
  useEffect(() => {
    list.current?.querySelector('[data-highlighted]')?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex, options.length]);
  if (!popup || options.length === 0) return null;

  return (
    <div
      className="popup completion"
      style={{ left: `max(0px, min(${popup.left}px, 100% - 320px))`, top: popup.top }}
    >
      <div
        ref={list}
        role="listbox"
        id={id}
        aria-label="Merge fields"
        className="completion-options"
        tabIndex={-1}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the text field has the focus and names the active option.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys.
          <div
            key={option.field.name}
            role="option"
            id={`${id}-${index}`}
            aria-selected={index === activeIndex}
            className="option"
            data-highlighted={index === activeIndex || undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            <span>{option.isDefault ? `Default of ${option.field.label}` : option.field.label}</span>
            <span className="completion-sample ellipsis">
              {option.field.sample ?? `{{${option.field.name}}}`}
            </span>
          </div>
        ))}
      </div>
      <div className="completion-help">
        <kbd>Enter</kbd> inserts <kbd>|</kbd> adds a default
      </div>
    </div>
  );
}
