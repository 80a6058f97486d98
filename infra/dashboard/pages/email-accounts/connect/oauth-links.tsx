import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { type MouseEvent, useEffect } from 'react';
import { api, type Schemas } from '../../../api/client.ts';
import { ApiError, errorOf, messageOf } from '../../../api/errors.ts';
import { refresh } from '../../../api/lists.ts';
import { buttonClass } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { providersQuery } from '../queries.ts';

type Provider = Schemas['OAuthProvider'];

/** The consent page opens in a new tab, because the redirect of the provider ends on a separate page. */
export function OAuthLinks({ email }: { readonly email: string }) {
  const client = useQueryClient();
  const { data: providers = [] } = useQuery(providersQuery);
  const { mutate, error, variables, isSuccess } = useMutation({ mutationFn: openConsent });
  // When the user returns from the tab of the provider, the account may be connected.
  useEffect(() => {
    const onFocus = (): void => void refresh(client, 'email-accounts');
    window.addEventListener('focus', onFocus);

    return () => window.removeEventListener('focus', onFocus);
  }, [client]);
  const onClick = (event: MouseEvent, provider: Provider): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    // Browsers allow a new tab only in the handler of the click, not after the request.
    mutate({ provider, email, tab: window.open('', '_blank') });
  };
  const providerLabel = providers.find(([provider]) => provider === variables?.provider)?.[1];
  if (providers.length === 0) return null;

  return (
    <>
      <div className="row oauth-links">
        {providers.map(([provider, label]) => (
          <a
            key={provider}
            href={connectUrl(provider, email)}
            target="_blank"
            rel="noreferrer"
            className={buttonClass()}
            onClick={(event) => onClick(event, provider)}
          >
            <ExternalLink aria-hidden="true" /> Connect with {label}
          </a>
        ))}
      </div>
      {error && (
        <div className="oauth-note">
          <Notice tone="danger">
            {error instanceof ApiError && error.status === 404
              ? `The operator has not registered this service with ${providerLabel}. Use a password.`
              : messageOf(error)}
          </Notice>
        </div>
      )}
      {isSuccess && (
        <div className="oauth-note">
          <Notice>
            Grant access in the other tab within ten minutes. Then the account is in the{' '}
            <Link to="/email-accounts">list</Link>.
          </Notice>
        </div>
      )}
    </>
  );
}

interface Consent {
  readonly provider: Provider;
  readonly email: string;
  readonly tab: Window | null;
}

/** Checks that the provider can be reached before the tab opens its page. */
async function openConsent({ provider, email, tab }: Consent): Promise<void> {
  const { response, error } = await api.GET('/connect/{provider}', {
    params: { path: { provider }, query: email === '' ? {} : { email } },
    redirect: 'manual',
  });
  // With `redirect: 'manual'`, the response is opaque if it redirects to the provider. Any other response is an error.
  if (response.type !== 'opaqueredirect') {
    tab?.close();
    throw errorOf(response, error);
  }
  const url = connectUrl(provider, email);
  if (tab === null) window.location.assign(url);
  else tab.location.replace(url);
}

/** The operation that redirects to the consent page. With an address, the page preselects this mailbox. */
function connectUrl(provider: Provider, email: string): string {
  const url = new URL(`${import.meta.env.BASE_URL}../connect/${provider}`, window.location.origin);
  if (email !== '') url.searchParams.set('email', email);

  return url.href;
}
