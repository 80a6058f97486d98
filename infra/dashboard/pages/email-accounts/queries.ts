import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type QueryOf, type Schemas, unwrap, unwrapVersion } from '../../api/client.ts';
import { listQuery, refresh } from '../../api/lists.ts';

export type Account = Schemas['EmailAccount'];
export type AccountPatch = Schemas['EmailAccountPatch'];

/** An account with its `ETag`, for a change of this version. */
export interface AccountVersion {
  readonly account: Account;
  readonly etag: string | undefined;
}

const refetchMs = 30_000;

export const accountsQuery = (filters: QueryOf<'email-accounts.list'>) => ({
  ...listQuery(['email-accounts', 'list', filters], (page, signal) =>
    unwrap(api.GET('/email-accounts', { params: { query: { ...filters, ...page } }, signal })),
  ),
  // A refresh reads each loaded page again, so only a short list is kept up to date.
  refetchInterval: ({ state }: { state: { data?: { pages: readonly unknown[] } | undefined } }) =>
    (state.data?.pages.length ?? 0) <= 1 ? refetchMs : (false as const),
});

export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['email-accounts', 'detail', id],
    queryFn: ({ signal }) =>
      unwrapVersion(api.GET('/email-accounts/{id}', { params: { path: { id } }, signal })),
    refetchInterval: refetchMs,
  });

/** Target of the CNAME records of tracking domains; null if the service has no proxy for them. */
export const trackingDomainTargetQuery = queryOptions({
  queryKey: ['service', 'tracking-domain-target'],
  queryFn: async ({ signal }) => {
    const response = await fetch(new URL(`${import.meta.env.BASE_URL}..`, window.location.origin), {
      signal,
    });
    const { trackingDomainTarget }: { readonly trackingDomainTarget: string | null } = await response.json();

    return trackingDomainTarget;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Changes the version that the user has seen, so the patch overwrites no concurrent change. */
export async function patchAccount(
  client: QueryClient,
  { account: { id }, etag }: AccountVersion,
  body: AccountPatch,
): Promise<Account> {
  try {
    return await unwrap(
      api.PATCH('/email-accounts/{id}', {
        params: { path: { id }, header: etag === undefined ? {} : { 'If-Match': etag } },
        body,
      }),
    );
  } finally {
    await refresh(client, 'email-accounts');
  }
}

const providers = [
  ['google', 'Google'],
  ['microsoft', 'Microsoft'],
] as const satisfies readonly (readonly [Schemas['OAuthProvider'], string])[];

/** The providers with which mailboxes can be connected, and their names. */
export const providersQuery = queryOptions({
  queryKey: ['connect'],
  queryFn: ({ signal }) => unwrap(api.GET('/connect', { signal })),
  select: (registered) => providers.filter(([provider]) => registered.providers.includes(provider)),
  staleTime: 600_000,
});
