import type { FormHTMLAttributes, ReactNode, Ref } from 'react';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';
import './form.css';

interface FormProps extends FormHTMLAttributes<HTMLFormElement> {
  readonly ref?: Ref<HTMLFormElement> | undefined;
  /** `error` of `useForm`. */
  readonly error?: string | undefined;
}

/** Shows the error of a form that is longer than its dialog. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

/** `<Form {...form.formProps} error={form.error}>` with fields and `FormActions`. */
export function Form({ error, children, ...rest }: FormProps) {
  return (
    <form className="form" {...rest}>
      {children}
      {error && (
        <div ref={scrollIntoView}>
          <Notice tone="danger">{error}</Notice>
        </div>
      )}
    </form>
  );
}

interface FormActionsProps {
  /** A verb and its object, such as “Add contact”. */
  readonly submit: string;
  readonly isPending: boolean;
  readonly onCancel?: (() => void) | undefined;
  readonly children?: ReactNode;
}

export function FormActions({ submit, isPending, onCancel, children }: FormActionsProps) {
  return (
    <div className="form-actions">
      {children}
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      <Button type="submit" variant="primary" isPending={isPending}>
        {submit}
      </Button>
    </div>
  );
}
