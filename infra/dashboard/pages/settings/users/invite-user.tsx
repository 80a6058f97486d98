import newInvitation from 'schema:NewInvitation';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import type { Role } from '../../../api/session.ts';
import { TextField } from '../../../components/form/field.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { SelectField } from '../../../components/form/select.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { OneTimeLink, TokenEmailField, tokenEmailFields } from './one-time-link.tsx';
import { roleOptions } from './roles.ts';

export function InviteUser({ onClose }: { readonly onClose: () => void }) {
  const [created, setCreated] = useState<Schemas['CreatedInvitation']>();

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={created ? 'Invitation created' : 'Invite a user'}
      description={
        created
          ? linkDescription(created)
          : 'You get a link for the invited person, which can also be sent by email.'
      }
    >
      {created ? (
        <OneTimeLink label="Invitation link" page="accept-invitation" {...created} onClose={onClose} />
      ) : (
        <InvitationForm onClose={onClose} onCreated={setCreated} />
      )}
    </Dialog>
  );
}

const linkDescription = ({ email, invitationEmail }: Schemas['CreatedInvitation']): string =>
  invitationEmail
    ? `The email to ${email} is being sent. You can also pass on this link.`
    : `Send this link to ${email}. Every person with the link can accept the invitation.`;

interface InvitationValues {
  readonly email: string;
  readonly role: Role;
  /** Empty: no email is sent. */
  readonly emailAccountId: string;
}

const toRequest = ({ email, role, emailAccountId }: InvitationValues): Schemas['NewInvitation'] => ({
  email,
  role,
  ...tokenEmailFields(emailAccountId, 'accept-invitation'),
});

interface InvitationFormProps {
  readonly onClose: () => void;
  readonly onCreated: (invitation: Schemas['CreatedInvitation']) => void;
}

function InvitationForm({ onClose, onCreated }: InvitationFormProps) {
  const client = useQueryClient();
  const initial: InvitationValues = { email: '', role: 'member', emailAccountId: '' };
  const form = useForm({
    initial,
    schema: newInvitation,
    toRequest,
    submit: (values) => unwrap(api.POST('/users/invitations', { body: toRequest(values) })),
    async onSuccess(invitation) {
      onCreated(invitation);
      await refresh(client, 'users');
    },
  });

  return (
    <Form {...form.formProps} error={form.error}>
      <TextField label="Email address" type="email" {...form.field('email')} />
      <SelectField label="Role" options={roleOptions} {...form.field<Role>('role')} />
      <TokenEmailField {...form.field('emailAccountId')} />
      <FormActions submit="Create invitation" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}
