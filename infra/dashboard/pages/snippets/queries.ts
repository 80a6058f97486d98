import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../../api/client.ts';

export type Snippet = Schemas['Snippet'];

/** All snippets of the workspace, by name. It has at most 100. */
export const snippetsQuery = queryOptions({
  queryKey: ['snippets', 'menu'],
  queryFn: ({ signal }) => unwrap(api.GET('/snippets', { params: { query: { limit: 100 } }, signal })),
  select: ({ data }) => [...data].sort((one, other) => one.name.localeCompare(other.name)),
  staleTime: 60_000,
});
