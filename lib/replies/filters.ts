import type { PageRequest } from '#lib/http/page.ts';
import type { ReplyFilters } from '#lib/replies/list.ts';
import type { ReplyQuery } from '#lib/replies/routes.ts';

/** Converts the texts `true` and `false` of a query to booleans. */
export function readReplyFilters({ isRead, isAutomatic, ...query }: ReplyQuery): PageRequest & ReplyFilters {
  return {
    ...query,
    ...(isRead !== undefined && { isRead: isRead === 'true' }),
    ...(isAutomatic !== undefined && { isAutomatic: isAutomatic === 'true' }),
  };
}
