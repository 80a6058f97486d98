import { useVirtualizer } from '@tanstack/react-virtual';
import { Inbox as InboxIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { type List, useList } from '../../api/lists.ts';
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx';
import { useRowKeys } from '../../components/table/use-row-keys.ts';
import '../../components/table/data-table.css';
import { type ReplyFilters, type ReplySummary, repliesQuery } from './queries.ts';
import { ReplyRow } from './reply-row.tsx';

interface ReplyListProps {
  readonly filters: ReplyFilters;
  readonly openId: string | undefined;
}

export function ReplyList({ filters, openId }: ReplyListProps) {
  const list = useReplies(filters);
  if (list.rows.length > 0) return <FilledList filters={filters} openId={openId} list={list} />;

  return (
    <div className="reply-list">
      <EmptyList list={list} isFiltered={Object.keys(filters).length > 0} />
    </div>
  );
}

interface Replies extends List<ReplySummary> {
  /** The rows that were unread when the list was read. */
  readonly unreadCount: number;
}

/** Unread replies first, then read replies, each newest first. A filter by `isRead` shows only one of both lists. */
function useReplies({ isRead, ...filters }: ReplyFilters): Replies {
  const unread = useList(repliesQuery({ ...filters, isRead: 'false' }));
  const read = useList(repliesQuery({ ...filters, isRead: 'true' }));
  const unreadCount = unread.rows.length;
  if (isRead === 'true') return { ...read, unreadCount: 0 };
  // Read replies follow only when all unread replies are loaded.
  if (isRead === 'false' || unread.isPending || unread.error || unread.hasMore) {
    return { ...unread, unreadCount };
  }
  // If a reply was marked as read between the two requests, both lists contain it.
  const unreadIds = new Set(unread.rows.map(({ id }) => id));

  return {
    ...read,
    rows: [...unread.rows, ...read.rows.filter(({ id }) => !unreadIds.has(id))],
    unreadCount,
  };
}

interface EmptyListProps {
  readonly list: Replies;
  readonly isFiltered: boolean;
}

function EmptyList({ list, isFiltered }: EmptyListProps) {
  if (list.error) return <ErrorState error={list.error} onRetry={list.retry} />;
  if (list.isPending) return <Skeleton lines={9} />;

  return isFiltered ? (
    <EmptyState title="No reply matches" icon={<InboxIcon />}>
      Change or clear the filters.
    </EmptyState>
  ) : (
    <EmptyState title="No replies yet" icon={<InboxIcon />}>
      Replies to the emails of campaigns appear here within five minutes. An account reads replies if it has
      an incoming mail server.
    </EmptyState>
  );
}

/** Estimated height in pixels; rendered rows are measured. */
const rowHeight = 84;
const loadAheadRows = 20;

interface FilledListProps extends ReplyListProps {
  readonly list: Replies;
}

function FilledList({ filters, openId, list }: FilledListProps) {
  const { rows, unreadCount, hasMore, isLoadingMore, loadMore } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 8,
    // A synchronous render at each scroll event would make scrolling slower.
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const isNearEnd = hasMore && !isLoadingMore && (items.at(-1)?.index ?? 0) >= rows.length - loadAheadRows;
  useEffect(() => {
    if (isNearEnd) loadMore();
  }, [isNearEnd, loadMore]);
  // The last argument selects a row; replies cannot be selected.
  const onKeyDown = useRowKeys(scroller, virtualizer, rows.length, () => undefined);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the links.
    <div ref={scroller} className="reply-list" onKeyDown={onKeyDown}>
      <ol aria-label="Replies" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start, key }) => (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            style={{ transform: `translateY(${start}px)` }}
          >
            {sectionHeading(index, unreadCount, filters)}
            {rows[index] && (
              <ReplyRow reply={rows[index]} filters={filters} isOpen={rows[index].id === openId} />
            )}
          </li>
        ))}
      </ol>
      <div className="table-end" role="status">
        {isLoadingMore ? 'Loading more' : ''}
      </div>
      {list.error ? <ErrorState error={list.error} onRetry={list.retry} /> : null}
    </div>
  );
}

/** The heading above the first unread and the first read reply; null for other rows. */
function sectionHeading(index: number, unreadCount: number, { isRead }: ReplyFilters): ReactNode {
  if (isRead !== undefined || unreadCount === 0) return null;
  if (index === 0) return <h2 className="reply-section">Unread</h2>;

  return index === unreadCount ? <h2 className="reply-section">Read</h2> : null;
}
