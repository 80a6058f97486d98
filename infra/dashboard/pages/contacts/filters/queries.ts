import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client.ts';

/** All views of the workspace, by name. It has at most 50. */
export const contactViewsQuery = queryOptions({
  queryKey: ['contact-views'],
  queryFn: ({ signal }) => unwrap(api.GET('/contact-views', { params: { query: { limit: 100 } }, signal })),
  select: ({ data }) => [...data].sort((one, other) => one.name.localeCompare(other.name)),
  staleTime: 60_000,
});
