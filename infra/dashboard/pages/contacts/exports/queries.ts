import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { listQuery } from '../../../api/lists.ts';

export type ExportSummary = Schemas['ExportSummary'];

export const exportsQuery = () =>
  listQuery<ExportSummary>(['exports', 'list'], (page, signal) =>
    unwrap(api.GET('/exports', { params: { query: page }, signal })),
  );

const pollMs = 4_000;

/** Polls until the export has ended. */
export const exportQuery = (id: string) =>
  queryOptions({
    queryKey: ['exports', 'detail', id],
    queryFn: ({ signal }) => unwrap(api.GET('/exports/{id}', { params: { path: { id } }, signal })),
    refetchInterval: (query) => (query.state.data?.endedAt ? false : pollMs),
  });
