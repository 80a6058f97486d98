import acceptance from 'schema:InvitationAcceptance';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api, unwrap } from '../../api/client.ts';
import { clearSession } from '../../api/session.ts';
import { NewPasswordField, TextField } from '../../components/form/field.tsx';
import { Form, FormActions } from '../../components/form/form.tsx';
import { useForm, withoutEmpty } from '../../components/form/use-form.ts';
import { TokenField, useLinkToken } from './link-token.tsx';
import { SignInCard } from './sign-in-card.tsx';

export function AcceptInvitation() {
  const linkToken = useLinkToken();
  const client = useQueryClient();
  const router = useRouter();
  const form = useForm({
    initial: { token: linkToken, name: '', password: '' },
    schema: acceptance,
    submit: ({ token, name, password }) =>
      unwrap(
        api.POST('/auth/accept-invitation', {
          body: { token: token.trim(), password, ...withoutEmpty({ name: name.trim() }) },
        }),
      ),
    async onSuccess() {
      clearSession(client);
      await router.navigate({ to: '/', replace: true });
    },
  });

  return (
    <SignInCard
      title="Accept the invitation"
      description="Choose a password. The invitation has your address and your role."
    >
      <Form {...form.formProps} error={form.error}>
        <TokenField isInLink={linkToken !== ''} label="Invitation token" field={form.field('token')} />
        <TextField label="Name" isOptional autoComplete="name" {...form.field('name')} />
        <NewPasswordField label="Password" {...form.field('password')} />
        <FormActions submit="Accept and sign in" isPending={form.isPending} />
      </Form>
    </SignInCard>
  );
}
