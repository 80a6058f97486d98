import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client.ts';
import { SelectField } from '../../../components/select.tsx';
import type { FieldBinding } from '../../../components/use-form.ts';
import { type TokenPage, tokenPageUrl } from './one-time-link.tsx';

const connectedAccountsQuery = queryOptions({
  queryKey: ['email-accounts', 'connected'],
  queryFn: ({ signal }) =>
    unwrap(api.GET('/email-accounts', { params: { query: { status: 'connected', limit: 100 } }, signal })),
});

const noEmail = 'No email: you pass on the link';

/** The account that sends the token; empty if the token is not sent. */
export function TokenEmailField(field: FieldBinding<string>) {
  const { data } = useQuery(connectedAccountsQuery);
  const accounts = (data?.data ?? []).map(({ id, email }) => ({ value: id, label: email }));

  return (
    <SelectField
      label="Send by email from"
      help="Counts as one of the emails of the account today."
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
