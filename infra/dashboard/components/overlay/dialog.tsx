import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { messageOf } from '../../api/errors.ts';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';
import { useReturnFocus } from './use-return-focus.ts';
import './dialog.css';

/** Whether a dialog is open, and how it closes. */
export interface DialogState {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

interface DialogProps extends DialogState {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  readonly size?: 'medium' | 'large' | undefined;
  /** The element that gets the focus when the dialog closes; by default, the element that had it before. */
  readonly finalFocus?: (() => HTMLElement) | undefined;
}

/** The first field of a form that shows above it that a draft is restored; the default of Base UI would be the button of that notice. */
const firstFieldSelector =
  'form > .notice:first-child ~ * :is(input, textarea, [role=combobox]):not(:disabled, [aria-hidden=true])';

/** Base UI would choose a link in the text of a dialog without fields, although Enter should not leave the page. */
function firstControl(popup: HTMLElement | null): HTMLElement | null | undefined {
  const hasFields = popup?.querySelector('input, textarea, [role=combobox]');

  return popup?.querySelector<HTMLElement>(hasFields ? firstFieldSelector : '.form-actions :is(button, a)');
}

/** A modal dialog. Put a `Form` with its `FormActions` into it. */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  children,
  size = 'medium',
  finalFocus,
}: DialogProps) {
  const returnFocus = useReturnFocus(isOpen);
  const popup = useRef<HTMLDivElement>(null);

  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup
          ref={popup}
          className={`dialog dialog-${size}`}
          initialFocus={() => firstControl(popup.current) ?? true}
          finalFocus={finalFocus ?? returnFocus}
        >
          <Base.Title className="dialog-title">{title}</Base.Title>
          {description && <Base.Description className="dialog-description">{description}</Base.Description>}
          {children}
          <Base.Close
            className="dialog-close"
            render={<Button variant="quiet" size="small" aria-label="Close" icon={<X />} />}
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface ConfirmProps extends DialogState {
  readonly title: string;
  /** The consequence. */
  readonly children: ReactNode;
  /** A verb and its object, such as “Delete contact”. */
  readonly action: string;
  readonly isDanger?: boolean | undefined;
  /** A choice in the dialog is missing. */
  readonly isDisabled?: boolean | undefined;
  /** The dialog closes after success and shows the error otherwise. */
  readonly onConfirm: () => Promise<unknown>;
}

export function Confirm({
  isOpen,
  onClose,
  title,
  children,
  action,
  isDanger = true,
  isDisabled = false,
  onConfirm,
}: ConfirmProps) {
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  const close = (): void => {
    reset();
    onClose();
  };
  const returnFocus = useReturnFocus(isOpen);

  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog dialog-medium" finalFocus={returnFocus}>
          <AlertDialog.Title className="dialog-title">{title}</AlertDialog.Title>
          <AlertDialog.Description className="dialog-description" render={<div />}>
            {children}
          </AlertDialog.Description>
          {error && <Notice tone="danger">{messageOf(error)}</Notice>}
          <div className="form-actions">
            <AlertDialog.Close render={<Button>Cancel</Button>} />
            <Button
              variant={isDanger ? 'danger' : 'primary'}
              isPending={isPending}
              disabled={isDisabled}
              onClick={() => mutate()}
            >
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
