import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { localDate } from '#lib/values/time-zones.ts';
import { api, type QueryOf, type Schemas, unwrap } from '../../api/client.ts';
import { serviceNow } from '../../api/clock.ts';
import { listQuery } from '../../api/lists.ts';

export type ApiKey = Schemas['ApiKey'];
export type WorkspaceUser = Schemas['WorkspaceUser'];
export type Invitation = Schemas['Invitation'];
export type AuditEntry = Schemas['AuditEntry'];
export type UserSession = Schemas['UserSession'];

export const apiKeysQuery = listQuery<ApiKey>(['api-keys', 'list'], (page, signal) =>
  unwrap(api.GET('/api-keys', { params: { query: page }, signal })),
);

export const usersQuery = listQuery<WorkspaceUser>(['users', 'list'], (page, signal) =>
  unwrap(api.GET('/users', { params: { query: page }, signal })),
);

export const invitationsQuery = listQuery<Invitation>(['users', 'invitations'], (page, signal) =>
  unwrap(api.GET('/users/invitations', { params: { query: page }, signal })),
);

/** A user has at most ten sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => unwrap(api.GET('/auth/sessions', { signal })),
});

export const auditLogQuery = (filters: QueryOf<'audit-log.list'>) =>
  listQuery<AuditEntry>(['audit-log', filters], (page, signal) =>
    unwrap(api.GET('/audit-log', { params: { query: { ...filters, ...page } }, signal })),
  );

export const workspaceQuery = queryOptions({
  queryKey: ['workspace'],
  queryFn: ({ signal }) => unwrap(api.GET('/workspace', { signal })),
});

/** Today in the time zone of the workspace, as in statistics. */
export async function workspaceToday(client: QueryClient): Promise<string> {
  const { timezone } = await client.fetchQuery({ ...workspaceQuery, staleTime: 600_000 });

  return localDate(serviceNow(), timezone);
}
