import newInvitation from 'schema:NewInvitation';
import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import type { Role } from '../../../api/session.ts';
import { TextField } from '../../../components/form/field.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { SelectField } from '../../../components/form/select.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { showToast } from '../../../components/overlay/toast.tsx';
import { roleOptions } from './roles.ts';

export function InviteUser({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const initial: { readonly email: string; readonly role: Role } = { email: '', role: 'member' };
  const form = useForm({
    draft: 'invitations.new',
    initial,
    schema: newInvitation,
    submit: (body) => unwrap(api.POST('/users/invitations', { body })),
    async onSuccess({ email }) {
      showToast(`The email to ${email} is being sent`);
      onClose();
      await refresh(client, 'users');
    },
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Invite a user"
      description="The person gets an email with a link, which works once within 7 days."
    >
      <Form {...form.formProps} error={form.error}>
        <TextField label="Email address" type="email" {...form.field('email')} />
        <SelectField label="Role" options={roleOptions} {...form.field<Role>('role')} />
        <FormActions submit="Send invitation" isPending={form.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
