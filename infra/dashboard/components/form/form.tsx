import { type FormHTMLAttributes, type ReactNode, type Ref, use } from 'react';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';
import { DraftContext, type FormDraft } from './use-draft.ts';
import './form.css';

interface FormProps extends FormHTMLAttributes<HTMLFormElement> {
  readonly ref?: Ref<HTMLFormElement> | undefined;
  /** `error` of `useForm`. */
  readonly error?: string | undefined;
  readonly draft?: FormDraft | undefined;
}

/** Shows the error of a form that is longer than its dialog. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

/** `<Form {...form.formProps} error={form.error}>` with fields and `FormActions`. */
export function Form({ error, draft, children, ...rest }: FormProps) {
  return (
    <DraftContext value={draft}>
      <form className="form" {...rest}>
        {draft && <RestoredNotice draft={draft} />}
        {children}
        {error && (
          <div ref={scrollIntoView}>
            <Notice tone="danger">{error}</Notice>
          </div>
        )}
      </form>
    </DraftContext>
  );
}

export function RestoredNotice({ draft: { isRestored, discard } }: { readonly draft: FormDraft }) {
  if (!isRestored) return null;

  return (
    <Notice
      actions={
        <Button size="small" onClick={discard}>
          Discard
        </Button>
      }
    >
      Your last entries are restored.
    </Notice>
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
  const draft = use(DraftContext);
  const cancel = (): void => {
    draft?.remove();
    onCancel?.();
  };

  return (
    <div className="form-actions">
      {children}
      {onCancel && <Button onClick={cancel}>Cancel</Button>}
      <Button type="submit" variant="primary" isPending={isPending}>
        {submit}
      </Button>
    </div>
  );
}
