import passwordChange from 'schema:PasswordChange';
import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { NewPasswordField, TextField } from '../../../components/form/field.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { showToast } from '../../../components/overlay/toast.tsx';
import { Card } from '../../../components/page/page.tsx';

const emptyValues = { currentPassword: '', newPassword: '' };

export function ChangePassword({ email }: { readonly email: string }) {
  const client = useQueryClient();
  const form = useForm({
    initial: emptyValues,
    schema: passwordChange,
    submit: (body) => unwrap(api.POST('/auth/password', { body })),
    async onSuccess() {
      form.setValues(emptyValues);
      showToast('Password changed', 'Your other sessions have ended.');
      await refresh(client, 'sessions');
    },
  });

  return (
    <Card title="Password" description="A change ends your other sessions.">
      <Form {...form.formProps} error={form.error}>
        {/* Password managers assign the passwords to this name. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
        <NewPasswordField label="New password" {...form.field('newPassword')} />
        <FormActions submit="Change password" isPending={form.isPending} />
      </Form>
    </Card>
  );
}
