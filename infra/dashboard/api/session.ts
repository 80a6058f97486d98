import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from './client.ts';
import { setOwner } from './session-gate.ts';

export type Role = Schemas['Role'];

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  async queryFn({ signal }) {
    const session = await unwrap(api.GET('/auth/session', { signal }));
    setOwner(session);

    return session;
  },
  staleTime: 5 * 60_000,
});

/** The user's session; undefined before the login. Sends no request, because the layout route reads it before its pages. */
export const useSession = (): Schemas['CurrentSession'] | undefined =>
  useQuery({ ...sessionQuery, enabled: false }).data;

/** Removes the data of the user from the page: the next user must not see it. Drafts stay for the same user. */
export function clearSession(client: QueryClient): void {
  setOwner(undefined);
  client.clear();
}

/** Reads the session again after a change of its user. */
export const reloadSession = (client: QueryClient): Promise<unknown> =>
  client.fetchQuery({ ...sessionQuery, staleTime: 0 });

const ranks: Readonly<Record<Role, number>> = { viewer: 0, member: 1, owner: 2 };

/** Whether the user's role allows operations of this role: most changes need `member`, settings need `owner`. */
export function useCan(role: Role): boolean {
  const session = useSession();

  return session !== undefined && ranks[session.user.role] >= ranks[role];
}
