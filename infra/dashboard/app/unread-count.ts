import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../api/client.ts';

/** As often as the list of replies. */
const refetchMs = 30_000;

const unreadCountQuery = queryOptions({
  queryKey: ['replies', 'unread-count'],
  queryFn: ({ signal }) => unwrap(api.GET('/replies/unread-count', { signal })),
  refetchInterval: refetchMs,
});

/** The number of unread replies, such as `7` or `100+`; undefined if it is 0. */
export function useUnreadCount(): string | undefined {
  const { data } = useQuery(unreadCountQuery);

  return data?.count ? `${data.count}${data.isExact ? '' : '+'}` : undefined;
}
