import patchSchema from 'schema:EmailAccountPatch';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../../api/errors.ts';
import { useCan } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { changedFields } from '../../../components/form/changed-fields.ts';
import { useForm } from '../../../components/form/use-form.ts';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { showToast } from '../../../components/overlay/toast.tsx';
import { Card } from '../../../components/page/page.tsx';
import { type AccountPatch, type AccountVersion, patchAccount } from '../queries.ts';

interface EditableCardProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly isEditable?: boolean;
  readonly button: { readonly text: string; readonly label: string };
  readonly dialog: {
    readonly title: string;
    readonly description?: string;
    readonly size?: 'large';
  };
  readonly form: (close: () => void) => ReactNode;
}

/** A card with a button that opens a form for its fields. */
export function EditableCard(props: EditableCardProps) {
  const { title, children, isEditable = true, button, dialog, form } = props;
  const [isOpen, setOpen] = useState(false);
  const canEdit = useCan('member') && isEditable;
  const close = (): void => setOpen(false);

  return (
    <Card
      title={title}
      actions={
        canEdit && (
          <Button size="small" aria-label={button.label} onClick={() => setOpen(true)}>
            {button.text}
          </Button>
        )
      }
    >
      {children}
      <Dialog {...dialog} isOpen={isOpen} onClose={close}>
        {form(close)}
      </Dialog>
    </Card>
  );
}

export interface EditFormProps extends AccountVersion {
  readonly onClose: () => void;
}

interface EditOptions<Values> extends EditFormProps {
  readonly initial: Values;
  readonly toPatch: (values: Values) => AccountPatch;
}

/** A form that changes some fields of an account. It shows an error if the account has changed since it was last read. */
export function useEditForm<Values extends object>(options: EditOptions<Values>) {
  const { account, etag, initial, toPatch, onClose } = options;
  const client = useQueryClient();
  // The values when the dialog opened. The account and its `ETag` are refetched while the dialog is open: only a change after
  // the last refetch is rejected. Unchanged fields are not sent, because they would overwrite earlier changes.
  const [patchBefore] = useState(() => toPatch(initial));
  const toRequest = (values: Values): AccountPatch => changedFields(toPatch(values), patchBefore);

  return useForm({
    draft: `email-accounts.${account.id}.${Object.keys(initial)}`,
    initial,
    schema: patchSchema,
    toRequest,
    submit: (values) =>
      patchAccount(client, { account, etag }, toRequest(values)).catch((error) => {
        if (!(error instanceof ApiError && error.isOutdated)) throw error;
        throw new Error('The account was changed by another request. Save again to apply your values.');
      }),
    onSuccess() {
      onClose();
      showToast(`${account.email} is saved`);
    },
  });
}
