import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap, unwrapVersion } from '../../api/client.ts';
import { listQuery } from '../../api/lists.ts';

export type Company = Schemas['Company'];

interface CompanyFilters {
  readonly search?: string;
  readonly domain?: string;
}

export const companiesQuery = (filters: CompanyFilters) =>
  listQuery<Company>(['companies', 'list', filters], (page, signal) =>
    unwrap(api.GET('/companies', { params: { query: { ...filters, ...page } }, signal })),
  );

/** With the `ETag` for a change. */
export const companyQuery = (id: string) =>
  queryOptions({
    queryKey: ['companies', 'detail', id],
    queryFn: ({ signal }) => unwrapVersion(api.GET('/companies/{id}', { params: { path: { id } }, signal })),
  });
