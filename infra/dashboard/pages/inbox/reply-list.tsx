import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Inbox as InboxIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { type List, useList } from '../../api/lists.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx';
import { ListCount } from '../../components/table/list-count.tsx';
import { useRowKeys } from '../../components/table/use-row-keys.ts';
import '../../components/table/data-table.css';
import { filtersOf, folderOf, type InboxSearch, type ReplySummary, repliesQuery } from './queries.ts';
import { useReplyOrder } from './reply-order.tsx';
import { ReplyRow } from './reply-row.tsx';

interface ReplyListProps {
  readonly search: InboxSearch;
  readonly openId: string | undefined;
  /** The open reply fills the window, and has the keys of the list. */
  readonly isHidden: boolean;
}

export function ReplyList({ search, openId, isHidden }: ReplyListProps) {
  const list = useReplies(search);
  const order = useReplyOrder();
  useEffect(() => {
    order.current = list.rows;
  }, [order, list.rows]);
  const isEmpty = list.rows.length === 0;
  const emptyTitle = useEmptyTitle(search, isEmpty);

  return (
    // Stays, with its focus, while a filter loads other replies.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form.
    <div role="group" aria-label="Replies" className="reply-pane" data-list tabIndex={-1}>
      <div className="visually-hidden">
        <ListCount list={list} noun="reply" total={isEmpty ? (emptyTitle ?? '') : undefined} />
      </div>
      {isEmpty ? (
        <div className="reply-list">
          <EmptyList list={list} title={emptyTitle} />
        </div>
      ) : (
        <FilledList search={search} openId={openId} isHidden={isHidden} list={list} />
      )}
    </div>
  );
}

interface Replies extends List<ReplySummary> {
  /** The rows that were unread when the list was read. */
  readonly unreadCount: number;
}

/**
 * Unread replies first, then read replies, each newest first. A filter by `isRead` shows only one of both lists. Replies that a search
 * finds, and replies that are snoozed or done, are one list.
 */
export function useReplies(search: InboxSearch): Replies {
  const { isRead, ...filters } = filtersOf(search);
  const isOneList = search.search !== undefined || ['snoozed', 'done'].includes(folderOf(search));
  const unread = useList({ ...repliesQuery({ ...filters, isRead: false }), enabled: !isOneList });
  const read = useList({ ...repliesQuery({ ...filters, isRead: true }), enabled: !isOneList });
  const all = useList({ ...repliesQuery(filtersOf(search)), enabled: isOneList });
  const unreadCount = unread.rows.length;
  if (isOneList) return { ...all, unreadCount: 0 };
  if (isRead === true) return { ...read, unreadCount: 0 };
  // Read replies follow only when all unread replies are loaded.
  if (isRead === false || unread.isPending || unread.error || unread.hasMore) {
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
  readonly title: EmptyTitle | undefined;
}

function EmptyList({ list, title }: EmptyListProps) {
  const isPaused = useLoadAhead(list, true);
  if (list.error) return <ErrorState error={list.error} onRetry={list.retry} />;
  if (isPaused) return <OlderReplies list={list} />;
  if (list.isPending || list.hasMore || title === undefined) return <Skeleton lines={9} />;

  return (
    <EmptyState title={title} icon={<InboxIcon />} action={title === 'No open replies' && <OtherFolders />}>
      {emptyTexts[title]}
    </EmptyState>
  );
}

const OtherFolders = () => (
  <div className="row">
    <Link to="/inbox" search={{ folder: 'done' }} className={buttonClass()}>
      Done
    </Link>
    <Link to="/inbox" search={{ folder: 'snoozed' }} className={buttonClass()}>
      Snoozed
    </Link>
  </div>
);

type EmptyTitle = 'No reply matches' | 'No open replies' | 'No replies yet';

const emptyTexts: Readonly<Record<EmptyTitle, string>> = {
  'No reply matches': 'Change or clear the filters.',
  'No open replies': 'New replies appear here within five minutes.',
  'No replies yet':
    'Replies to the emails of campaigns appear here within five minutes. An account reads replies if it has an incoming mail server.',
};

/** Why the list is empty; undefined until the other folders are read. */
function useEmptyTitle({ folder, ...filters }: InboxSearch, isEmpty: boolean): EmptyTitle | undefined {
  const isFiltered = Object.keys(filters).length > 0 || (folder ?? 'open') !== 'open';
  const { rows, isPending } = useList({ ...repliesQuery({}), enabled: isEmpty && !isFiltered });
  if (isFiltered) return 'No reply matches';
  if (isPending) return undefined;

  return rows.length > 0 ? 'No open replies' : 'No replies yet';
}

/** Pages that filters can leave empty, so that a search does not read a long inbox without a request of the user. */
const pagesAhead = 10;

/** Loads the next page near the end of the list. @returns whether it waits for the user, because it has loaded many pages */
function useLoadAhead(
  { hasMore, isLoadingMore, pageCount, loadMore, rows }: Replies,
  isNearEnd: boolean,
): boolean {
  const isPaused = hasMore && rows.length < pageCount * pagesAhead && pageCount % pagesAhead === 0;
  const isDue = isNearEnd && hasMore && !isLoadingMore && !isPaused;
  useEffect(() => {
    if (isDue) loadMore();
  }, [isDue, loadMore]);

  return isPaused;
}

const OlderReplies = ({ list: { rows, isLoadingMore, loadMore } }: { readonly list: Replies }) => (
  <div className="older-replies">
    <p className="muted">
      {rows.length === 0 ? 'No reply matches so far.' : 'Older replies are not searched yet.'}
    </p>
    <Button size="small" isPending={isLoadingMore} onClick={loadMore}>
      Search older replies
    </Button>
  </div>
);

/** Estimated height in pixels; rendered rows are measured. */
const rowHeight = 84;
const loadAheadRows = 20;

interface FilledListProps extends ReplyListProps {
  readonly list: Replies;
}

function FilledList({ search, openId, isHidden, list }: FilledListProps) {
  const { rows, isLoadingMore } = list;
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
  const isPaused = useLoadAhead(list, (items.at(-1)?.index ?? 0) >= rows.length - loadAheadRows);
  const openRow = { id: openId, index: rows.findIndex(({ id }) => id === openId) };
  const onKeyDown = useRowKeys({ scroller, virtualizer, count: rows.length, openRow, isHidden });

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
            {sectionHeading(index, list, search)}
            {rows[index] && (
              <ReplyRow reply={rows[index]} search={search} isOpen={rows[index].id === openId} />
            )}
          </li>
        ))}
      </ol>
      <div className="table-end" role="status">
        {isLoadingMore ? 'Loading more' : ''}
      </div>
      {isPaused && <OlderReplies list={list} />}
      {list.error ? <ErrorState error={list.error} onRetry={list.retry} /> : null}
    </div>
  );
}

/**
 * The heading above the first unread and the first read reply; null for other rows. A reply that is opened stays at its position until
 * the list is read again.
 */
function sectionHeading(index: number, { rows, unreadCount }: Replies, { isRead }: InboxSearch): ReactNode {
  if (isRead !== undefined || unreadCount === 0) return null;
  if (index === unreadCount) return <h2 className="reply-section">Read</h2>;
  if (index > 0) return null;
  const stillUnread = rows.slice(0, unreadCount).filter((reply) => !reply.isRead).length;
  const heading = stillUnread === 0 ? 'Just read' : 'Unread and just read';

  return <h2 className="reply-section">{stillUnread === unreadCount ? 'Unread' : heading}</h2>;
}
