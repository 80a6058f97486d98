import { type HTMLInputTypeAttribute, type ReactNode, useId } from 'react';
import type { FieldBinding } from './use-form.ts';
import './form.css';

interface FieldFrameProps {
  readonly label: string;
  readonly help?: ReactNode;
  readonly error: string | undefined;
  readonly isOptional?: boolean | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}

interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** Label, help and error of any control. */
export function FieldFrame({ label, help, error, isOptional = false, children }: FieldFrameProps) {
  const id = useId();
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');

  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
        {isOptional && <span className="muted"> (optional)</span>}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
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

interface TextFieldProps extends FieldBinding<string> {
  readonly label: string;
  readonly help?: ReactNode;
  readonly isOptional?: boolean | undefined;
  readonly type?: HTMLInputTypeAttribute | undefined;
  readonly autoComplete?: string | undefined;
  readonly placeholder?: string | undefined;
  /** More than one line makes it a text area. */
  readonly rows?: number | undefined;
  readonly autoFocus?: boolean | undefined;
}

/** `<TextField label="Address" {...form.field('email')} />` */
export function TextField({
  label,
  help,
  isOptional,
  error,
  onChange,
  value,
  rows = 1,
  type = 'text',
  ...rest
}: TextFieldProps) {
  return (
    <FieldFrame label={label} help={help} error={error} isOptional={isOptional}>
      {(control) =>
        rows > 1 ? (
          <textarea
            className="input"
            rows={rows}
            value={value ?? ''}
            onChange={(event) => onChange(event.target.value)}
            {...control}
            {...rest}
          />
        ) : (
          <input
            className="input"
            type={type}
            value={value ?? ''}
            onChange={(event) => onChange(event.target.value)}
            {...control}
            {...rest}
          />
        )
      }
    </FieldFrame>
  );
}

interface NumberFieldProps extends FieldBinding<number | null> {
  readonly label: string;
  readonly help?: ReactNode;
  readonly isOptional?: boolean | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** The value of an empty field is `null`. */
export function NumberField({ label, help, isOptional, error, onChange, value, ...rest }: NumberFieldProps) {
  return (
    <FieldFrame label={label} help={help} error={error} isOptional={isOptional}>
      {(control) => (
        <input
          className="input"
          type="number"
          inputMode="decimal"
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.valueAsNumber)}
          {...control}
          {...rest}
        />
      )}
    </FieldFrame>
  );
}

interface CheckboxFieldProps extends FieldBinding<boolean> {
  readonly label: string;
  readonly help?: ReactNode;
}

export function CheckboxField({ label, help, error, name, value, onChange }: CheckboxFieldProps) {
  return (
    <div className="field">
      <label className="checkbox-field">
        <input
          type="checkbox"
          className="checkbox"
          name={name}
          checked={value}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>
          {label}
          {help && <span className="field-help">{help}</span>}
          {error && <span className="field-error">{error}</span>}
        </span>
      </label>
    </div>
  );
}
