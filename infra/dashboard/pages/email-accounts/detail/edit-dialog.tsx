import patchSchema from 'schema:EmailAccountPatch';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/errors.ts';
import { changedFields } from '../../../components/changed-fields.ts';
import { showToast } from '../../../components/toast.tsx';
import { useForm } from '../../../components/use-form.ts';
import { type AccountPatch, patchAccount } from '../queries.ts';
import type { AccountVersion } from './account-detail.tsx';

interface EditOptions<Values> extends AccountVersion {
  readonly initial: Values;
  readonly toPatch: (values: Values) => AccountPatch;
  readonly onClose: () => void;
}

/** A form that changes some fields of an account. It shows an error if another request has changed the account. */
export function useEditForm<Values extends object>(options: EditOptions<Values>) {
  const { account, etag, initial, toPatch, onClose } = options;
  const client = useQueryClient();
  // The values when the dialog opened. Only changed fields are sent, because the `ETag` follows the changes of other users.
  const [patchBefore] = useState(() => toPatch(initial));
  const toRequest = (values: Values): AccountPatch => changedFields(toPatch(values), patchBefore);

  return useForm({
    initial,
    schema: patchSchema,
    toRequest,
    submit: (values) =>
      patchAccount(client, account.id, etag, toRequest(values)).catch((error) => {
        if (!(error instanceof ApiError && error.isOutdated)) throw error;
        throw new Error('The account was changed by another request. Save again to apply your values.');
      }),
    onSuccess() {
      onClose();
      showToast(`${account.email} is saved`);
    },
  });
}
