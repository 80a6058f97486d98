import { type List, useList } from '../../api/lists.ts';
import { type ReplyFilters, type ReplySummary, repliesQuery } from './queries.ts';

interface Replies extends List<ReplySummary> {
  /** The rows that were unread when the list was read. */
  readonly unreadCount: number;
}

/** Unread replies first, then read replies, each newest first. A filter by `isRead` shows only one of both lists. */
export function useReplies({ isRead, ...filters }: ReplyFilters): Replies {
  const unread = useList(repliesQuery({ ...filters, isRead: 'false' }));
  const read = useList(repliesQuery({ ...filters, isRead: 'true' }));
  if (isRead === 'false') return { ...unread, unreadCount: unread.rows.length };
  if (isRead === 'true') return { ...read, unreadCount: 0 };
  // Read replies follow only when all unread replies are loaded.
  if (unread.isPending || unread.error || unread.hasMore)
    return { ...unread, unreadCount: unread.rows.length };
  // If a reply was marked as read between the two requests, both lists contain it.
  const unreadIds = new Set(unread.rows.map(({ id }) => id));

  return {
    ...read,
    rows: [...unread.rows, ...read.rows.filter(({ id }) => !unreadIds.has(id))],
    unreadCount: unread.rows.length,
  };
}
