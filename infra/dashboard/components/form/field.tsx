import {
  type ChangeEvent,
  type FocusEvent,
  type HTMLInputTypeAttribute,
  type InputHTMLAttributes,
  type ReactNode,
  useId,
  useState,
} from 'react';
import { Button } from '../button.tsx';
import type { FieldBinding } from './use-form.ts';
import './form.css';

interface FieldTexts {
  readonly label: string;
  readonly help?: ReactNode;
  readonly isOptional?: boolean | undefined;
}

export interface FieldProps<Value> extends FieldTexts, FieldBinding<Value> {}

interface FieldFrameProps extends FieldTexts {
  readonly error?: string | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}

/** The attributes that connect a control to its label, help and error. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

type Notes = Pick<FieldFrameProps, 'help' | 'error'>;

/** The ids of the notes of a field, for its control. */
export function describedBy(id: string, { help, error }: Notes): string | undefined {
  return [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
}

/** Help and error below a control. */
export const FieldNotes = ({ id, help, error }: Notes & { readonly id: string }) => (
  <>
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
  </>
);

/** Label, help and error of any control. */
export function FieldFrame({ label, help, error, isOptional = false, children }: FieldFrameProps) {
  const id = useId();
  const described = describedBy(id, { help, error });

  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
        {isOptional && <span className="muted"> (optional)</span>}
      </label>
      {children({
        id,
        'aria-describedby': described,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldNotes id={id} help={help} error={error} />
    </div>
  );
}

interface TextFieldProps extends FieldProps<string> {
  readonly type?: HTMLInputTypeAttribute | undefined;
  readonly autoComplete?: string | undefined;
  readonly placeholder?: string | undefined;
  /** More than one line makes it a text area. */
  readonly rows?: number | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly onFocus?: ((event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => void) | undefined;
}

/** A password can be shown. */
function TextInput({ type, ...input }: InputHTMLAttributes<HTMLInputElement>) {
  const [isShown, setShown] = useState(false);
  if (type !== 'password') return <input type={type} {...input} />;

  return (
    <div className="password">
      <input type={isShown ? 'text' : 'password'} {...input} />
      <Button size="small" variant="quiet" aria-controls={input.id} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
      </Button>
    </div>
  );
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
  const input = {
    className: 'input',
    value: value ?? '',
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.target.value),
    ...rest,
  };

  return (
    <FieldFrame label={label} help={help} error={error} isOptional={isOptional}>
      {(control) =>
        rows > 1 ? (
          <textarea rows={rows} {...input} {...control} />
        ) : (
          <TextInput type={type} {...input} {...control} />
        )
      }
    </FieldFrame>
  );
}

/** A password that the user chooses. */
export const NewPasswordField = (field: FieldProps<string>) => (
  <TextField type="password" autoComplete="new-password" help="At least 12 characters." {...field} />
);

interface NumberFieldProps extends FieldProps<number | null> {
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

export function CheckboxField({ label, help, error, name, value, onChange }: FieldProps<boolean>) {
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
