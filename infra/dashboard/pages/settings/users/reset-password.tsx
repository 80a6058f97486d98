import newPasswordReset from 'schema:NewPasswordReset';
import { useState } from 'react';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import type { WorkspaceUser } from '../queries.ts';
import { OneTimeLink, TokenEmailField, tokenEmailFields } from './one-time-link.tsx';

interface ResetPasswordProps {
  readonly user: WorkspaceUser;
  readonly onClose: () => void;
}

export function ResetPassword({ user: { id, email }, onClose }: ResetPasswordProps) {
  const [created, setCreated] = useState<Schemas['PasswordResetToken']>();
  const toRequest = (values: { readonly emailAccountId: string }) =>
    tokenEmailFields(values.emailAccountId, 'reset-password');
  const form = useForm({
    initial: { emailAccountId: '' },
    schema: newPasswordReset,
    toRequest,
    submit: (values) =>
      unwrap(api.POST('/users/{id}/password-reset', { params: { path: { id } }, body: toRequest(values) })),
    onSuccess: setCreated,
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={created ? 'Link created' : 'Reset the password'}
      description={
        created
          ? `Send this link to ${email}.`
          : `Creates a link with which ${email} sets a new password. Earlier links stop working. The present password and sessions stay valid until the link is used.`
      }
    >
      {created ? (
        <OneTimeLink
          label="Link to reset the password"
          page="reset-password"
          {...created}
          onClose={onClose}
        />
      ) : (
        <Form {...form.formProps} error={form.error}>
          <TokenEmailField {...form.field('emailAccountId')} />
          <FormActions submit="Create link" isPending={form.isPending} onCancel={onClose} />
        </Form>
      )}
    </Dialog>
  );
}
