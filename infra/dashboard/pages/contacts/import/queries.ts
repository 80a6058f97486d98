import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { listQuery } from '../../../api/lists.ts';

const pollMs = 4_000;

/** Polls while the import runs. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'detail', id],
    queryFn: ({ signal }) => unwrap(api.GET('/contacts/imports/{id}', { params: { path: { id } }, signal })),
    refetchInterval: (query) => (query.state.data?.status === 'running' ? pollMs : false),
  });

/** The imports in the audit log, which only owners can read. The API has no list of imports. */
export const importEntriesQuery = () =>
  listQuery<Schemas['AuditEntry']>(['imports', 'audit'], (page, signal) =>
    unwrap(api.GET('/audit-log', { params: { query: { ...page, resourceType: 'import' } }, signal })),
  );
