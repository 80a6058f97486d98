import credentials from 'schema:Credentials';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { TextField } from '../../components/form/field.tsx';
import { Form, FormActions } from '../../components/form/form.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { toSentence } from '../../components/sentence.ts';

interface CredentialsFormProps {
  readonly email?: string | undefined;
  readonly onSuccess: (session: Schemas['OpenSession']) => unknown;
}

export function CredentialsForm({ email = '', onSuccess }: CredentialsFormProps) {
  const form = useForm({
    initial: { email, password: '' },
    schema: credentials,
    submit: (body) => unwrap(api.POST('/auth/login', { body })),
    onSuccess,
  });

  return (
    <Form {...form.formProps} error={form.error && toSentence(form.error)}>
      <TextField
        label="Email address"
        type="email"
        autoComplete="username"
        autoFocus={email === ''}
        {...form.field('email')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        autoFocus={email !== ''}
        {...form.field('password')}
      />
      <FormActions submit="Sign in" isPending={form.isPending} />
    </Form>
  );
}
