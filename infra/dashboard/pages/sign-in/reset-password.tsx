import reset from 'schema:PasswordReset';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { buttonClass } from '../../components/button.tsx';
import { NewPasswordField } from '../../components/form/field.tsx';
import { Form, FormActions } from '../../components/form/form.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { TokenField, useLinkToken } from './link-token.tsx';
import { SignInCard } from './sign-in-card.tsx';

export function ResetPassword() {
  const linkToken = useLinkToken();
  const [isDone, setDone] = useState(false);
  const form = useForm({
    initial: { token: linkToken, newPassword: '' },
    schema: reset,
    submit: ({ token, newPassword }) =>
      unwrap(api.POST('/auth/reset-password', { body: { token: token.trim(), newPassword } })),
    onSuccess: () => setDone(true),
  });
  if (isDone) {
    return (
      <SignInCard
        title="The password is changed"
        description="All your sessions ended. Sign in with the new password."
      >
        <div className="form-actions">
          <Link to="/sign-in" className={buttonClass('primary')}>
            Sign in
          </Link>
        </div>
      </SignInCard>
    );
  }

  return (
    <SignInCard title="Set a new password" description="All your sessions end with the change.">
      <Form {...form.formProps} error={form.error}>
        <TokenField isInLink={linkToken !== ''} label="Reset token" field={form.field('token')} />
        <NewPasswordField label="New password" {...form.field('newPassword')} />
        <FormActions submit="Set the password" isPending={form.isPending} />
      </Form>
    </SignInCard>
  );
}
