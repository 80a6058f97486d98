import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { CopyOnce } from '../../../components/copy-once.tsx';
import { SelectField } from '../../../components/form/select.tsx';
import type { FieldBinding } from '../../../components/form/use-form.ts';
import { Time } from '../../../components/time.tsx';
import '../settings.css';

/** Pages of this dashboard that accept a one-time token. */
type TokenPage = 'accept-invitation' | 'reset-password';

const tokenPageUrl = (page: TokenPage): URL =>
  new URL(`${import.meta.env.BASE_URL}${page}`, window.location.origin);

interface OneTimeLinkProps {
  readonly label: string;
  readonly page: TokenPage;
  readonly token: string;
  readonly expiresAt: string;
  readonly onClose: () => void;
}

/** A link with a token. The token is in the fragment, which browsers send to no server. */
export function OneTimeLink({ label, page, token, expiresAt, onClose }: OneTimeLinkProps) {
  const url = tokenPageUrl(page);
  url.hash = `token=${encodeURIComponent(token)}`;

  return (
    <div className="created-secret">
      <CopyOnce label={label} secret={url.href} />
      <p className="muted">
        The link works once, until <Time value={expiresAt} format="full" />.
      </p>
      <div className="form-actions">
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}

const connectedAccountsQuery = queryOptions({
  queryKey: ['email-accounts', 'connected'],
  queryFn: ({ signal }) =>
    unwrap(api.GET('/email-accounts', { params: { query: { status: 'connected', limit: 100 } }, signal })),
});

const noEmail = 'No email: you pass on the link';

/** The account that sends the token; empty if the token is not sent. */
export function TokenEmailField(field: FieldBinding<string>) {
  const { data } = useQuery(connectedAccountsQuery);
  const trusted = (data?.data ?? []).filter(({ trustedBy }) => trustedBy !== null);
  const accounts = trusted.map(({ id, email }) => ({ value: id, label: email }));

  return (
    <SelectField
      label="Send by email from"
      help="Lists the accounts that are trusted for invitations. Counts as one of the emails of the account today."
      placeholder={noEmail}
      options={[{ value: '', label: noEmail }, ...accounts]}
      {...field}
    />
  );
}

/** The fields that make the service send the token by email. Without https, the email contains the token and no link. */
export function tokenEmailFields(emailAccountId: string, page: TokenPage) {
  if (emailAccountId === '') return {};
  const url = tokenPageUrl(page);

  return { emailAccountId, ...(url.protocol === 'https:' && { pageUrl: url.href }) };
}
