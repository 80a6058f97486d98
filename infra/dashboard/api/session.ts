import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from './client.ts';

export type Role = Schemas['Role'];

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => unwrap(api.GET('/auth/session', { signal })),
  staleTime: 5 * 60_000,
});

/** The user's session; undefined before the login. Sends no request, because the layout route reads it before its pages. */
export const useSession = (): Schemas['CurrentSession'] | undefined =>
  useQuery({ ...sessionQuery, enabled: false }).data;

/** Reads the session again after a change of its user. */
export const reloadSession = (client: QueryClient): Promise<unknown> =>
  client.fetchQuery({ ...sessionQuery, staleTime: 0 });

const ranks: Readonly<Record<Role, number>> = { viewer: 0, member: 1, owner: 2 };

/** Whether the user's role allows operations of this role: most changes need `member`, settings need `owner`. */
export function useCan(role: Role): boolean {
  const session = useSession();

  return session !== undefined && ranks[session.user.role] >= ranks[role];
}
