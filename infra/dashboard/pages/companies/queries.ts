import { queryOptions } from '@tanstack/react-query';
import { api, type QueryOf, type Schemas, unwrap, unwrapVersion } from '../../api/client.ts';
import { listQuery } from '../../api/lists.ts';

export type Company = Schemas['Company'];

export const companiesQuery = (filters: QueryOf<'companies.list'>) =>
  listQuery<Company>(['companies', 'list', filters], (page, signal) =>
    unwrap(api.GET('/companies', { params: { query: { ...filters, ...page } }, signal })),
  );

/** With the `ETag` for a change. */
export const companyQuery = (id: string) =>
  queryOptions({
    queryKey: ['companies', 'detail', id],
    queryFn: ({ signal }) => unwrapVersion(api.GET('/companies/{id}', { params: { path: { id } }, signal })),
  });
