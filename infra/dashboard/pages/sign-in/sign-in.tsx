import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { clearSession } from '../../api/session.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { SignInCard } from './sign-in-card.tsx';

const route = getRouteApi('/sign-in');

export function SignIn() {
  const { returnTo } = route.useSearch();
  const client = useQueryClient();
  const router = useRouter();
  const open = async (): Promise<void> => {
    clearSession(client);
    await router.navigate({ href: safeReturnPath(returnTo), replace: true });
  };

  return (
    <SignInCard title="Sign in to Outreach">
      <CredentialsForm onSuccess={open} />
      <p className="muted sign-in-help">
        You cannot sign in? An owner of your workspace makes a link for a new password under Settings, Users.
      </p>
    </SignInCard>
  );
}

/** Allows only paths of this application. Otherwise, a link to the sign-in page could redirect to another site. */
const safeReturnPath = (returnTo: string | undefined): string =>
  returnTo !== undefined && /^\/(?![/\\])/u.test(returnTo) ? returnTo : '/';
