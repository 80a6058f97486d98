import credentials from 'schema:Credentials';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { api, unwrap } from '../../api/client.ts';
import { TextField } from '../../components/form/field.tsx';
import { Form, FormActions } from '../../components/form/form.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { SignInCard } from './sign-in-card.tsx';

const route = getRouteApi('/sign-in');

export function SignIn() {
  const { returnTo } = route.useSearch();
  const client = useQueryClient();
  const router = useRouter();
  const form = useForm({
    initial: { email: '', password: '' },
    schema: credentials,
    submit: (body) => unwrap(api.POST('/auth/login', { body })),
    async onSuccess() {
      client.clear();
      await router.navigate({ href: safeReturnPath(returnTo), replace: true });
    },
  });

  return (
    <SignInCard title="Sign in to Outreach">
      <Form {...form.formProps} error={form.error}>
        <TextField
          label="Email address"
          type="email"
          autoComplete="username"
          autoFocus
          {...form.field('email')}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          {...form.field('password')}
        />
        <FormActions submit="Sign in" isPending={form.isPending} />
      </Form>
    </SignInCard>
  );
}

/** Allows only paths of this application. Otherwise, a link to the sign-in page could redirect to another site. */
const safeReturnPath = (returnTo: string | undefined): string =>
  returnTo !== undefined && /^\/(?![/\\])/u.test(returnTo) ? returnTo : '/';
