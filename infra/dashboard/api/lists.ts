import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

export interface Page<Element> {
  readonly data: readonly Element[];
  readonly nextCursor: string | null;
}

export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

const pageSize = 100;

/**
 * Query options of a list that is read page by page.
 * @param key starts with the resource type, such as `['contacts', filters]`
 * @param readPage one request with the given `limit` and `cursor`
 */
export const listQuery = <Element>(
  key: QueryKey,
  readPage: (page: PageQuery, signal: AbortSignal) => Promise<Page<Element>>,
) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      readPage({ limit: pageSize, ...(pageParam !== undefined && { cursor: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** A list for `DataTable`. */
export interface List<Element> {
  readonly rows: readonly Element[];
  readonly isPending: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly pageCount: number;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** Reads a list page by page. Filters can make a page short although more follow, so rely on `hasMore` only. */
export function useList<Element>(options: ReturnType<typeof listQuery<Element>>): List<Element> {
  const query = useInfiniteQuery(options);
  const { data, fetchNextPage, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);

  return {
    rows,
    isPending: query.isPending,
    error: query.error,
    // After a failed page, only `retry` continues. Otherwise, the table would request the page again immediately.
    hasMore: hasNextPage && !isFetchNextPageError,
    isLoadingMore: isFetchingNextPage,
    pageCount: data?.pages.length ?? 0,
    loadMore,
    retry: isFetchNextPageError ? loadMore : () => void refetch(),
  };
}

/** A change refetches this many pages of a list; more requests could reach the rate limit. */
const refreshedPagesMax = 3;

/** Refetches all data of a resource type after a change, such as `refresh(client, 'contacts')`. */
export async function refresh(client: QueryClient, ...key: string[]): Promise<void> {
  client.setQueriesData<unknown>({ queryKey: key }, (data: unknown) =>
    isInfinite(data) && data.pages.length > refreshedPagesMax
      ? {
          pages: data.pages.slice(0, refreshedPagesMax),
          pageParams: data.pageParams.slice(0, refreshedPagesMax),
        }
      : data,
  );
  await client.invalidateQueries({ queryKey: key });
}

const isInfinite = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;

/** A list without further pages, for `DataTable`. */
export const staticList = <Element>(rows: readonly Element[]): List<Element> => ({
  rows,
  isPending: false,
  error: undefined,
  hasMore: false,
  isLoadingMore: false,
  pageCount: 1,
  loadMore: () => undefined,
  retry: () => undefined,
});
