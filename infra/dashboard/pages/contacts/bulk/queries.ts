import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { listQuery } from '../../../api/lists.ts';

export type BulkJob = Schemas['BulkJob'];
export type BulkJobItem = Schemas['BulkJobItem'];
export type BulkAction = Schemas['BulkAction'];

const pollMs = 4_000;

export const bulkJobsQuery = () =>
  listQuery<BulkJob>(['bulk-jobs', 'list'], (page, signal) =>
    unwrap(api.GET('/bulk-jobs', { params: { query: page }, signal })),
  );

/** Polls until the job has ended. */
export const bulkJobQuery = (id: string) =>
  queryOptions({
    queryKey: ['bulk-jobs', 'detail', id],
    queryFn: ({ signal }) => unwrap(api.GET('/bulk-jobs/{id}', { params: { path: { id } }, signal })),
    refetchInterval: (query) => (query.state.data?.endedAt ? false : pollMs),
  });

export const bulkJobItemsQuery = (id: string, outcome: Schemas['BulkOutcome'] | undefined) =>
  listQuery<BulkJobItem>(['bulk-jobs', 'items', id, outcome], (page, signal) =>
    unwrap(
      api.GET('/bulk-jobs/{id}/items', {
        params: { path: { id }, query: { ...page, ...(outcome && { outcome }) } },
        signal,
      }),
    ),
  );
