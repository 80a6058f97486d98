import { getRouteApi, Outlet, useParams } from '@tanstack/react-router';
import { MailOpen } from 'lucide-react';
import { Page } from '../../components/page/page.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useMediaQuery } from '../../components/use-media-query.ts';
import { InboxFilters } from './filters.tsx';
import { ReplyList, useReplies } from './reply-list.tsx';
import { ReplyOrderProvider } from './reply-order.tsx';
import './inbox.css';

const route = getRouteApi('/app/inbox');

/** Two panes; in narrow windows, the list or the thread. */
export function Inbox() {
  const search = route.useSearch();
  const { replyId } = useParams({ strict: false });
  const isNarrow = useMediaQuery('(max-width: 900px)');
  const isThreadOnly = isNarrow && replyId !== undefined;
  const { rows, isPending } = useReplies(search);
  const isEmpty = !isPending && rows.length === 0 && replyId === undefined;

  return (
    <ReplyOrderProvider>
      <div className="inbox-list-page" hidden={isThreadOnly}>
        <Page title="Inbox" isFilled>
          <InboxFilters search={search} />
          <div className="inbox" data-empty={isEmpty || undefined}>
            <ReplyList search={search} openId={replyId} isHidden={isThreadOnly} />
            {!isNarrow && !isEmpty && (
              <section className="inbox-thread" aria-label="Conversation" tabIndex={-1}>
                {replyId === undefined ? <NothingOpen /> : <Outlet />}
              </section>
            )}
          </div>
        </Page>
      </div>
      {isThreadOnly && (
        <div className="inbox-thread-page">
          <Outlet />
        </div>
      )}
    </ReplyOrderProvider>
  );
}

const NothingOpen = () => (
  <EmptyState title="Choose a reply" icon={<MailOpen />}>
    Press <kbd>j</kbd> and <kbd>k</kbd> to move through the list, and <kbd>Enter</kbd> to open a reply. Press{' '}
    <kbd>?</kbd> for all keys.
  </EmptyState>
);
