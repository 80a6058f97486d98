import { getRouteApi, Outlet, useParams } from '@tanstack/react-router';
import { MailOpen } from 'lucide-react';
import { Page } from '../../components/page/page.tsx';
import { EmptyState } from '../../components/states.tsx';
import { FilterBar, FilterChip, SelectFilter } from '../../components/table/filter-bar.tsx';
import { TimeFilter } from '../../components/table/time-filter.tsx';
import { useMediaQuery } from '../../components/use-media-query.ts';
import { optionsOf, useAccounts, useCampaignNames } from '../names.ts';
import { commonLabels, labelText } from './labels.ts';
import type { ReplyFilters } from './queries.ts';
import { ReplyList } from './reply-list.tsx';
import './inbox.css';

const route = getRouteApi('/app/inbox');
const filterNames = [
  'isRead',
  'isAutomatic',
  'label',
  'campaignId',
  'emailAccountId',
  'contactId',
  'after',
  'before',
];

/** Two panes; in narrow windows, the list or the thread. */
export function Inbox() {
  const filters = route.useSearch();
  const { replyId } = useParams({ strict: false });
  const isNarrow = useMediaQuery('(max-width: 900px)');
  const isThreadOnly = isNarrow && replyId !== undefined;

  return (
    <>
      <div className="inbox-list-page" hidden={isThreadOnly}>
        <Page title="Inbox" isFilled>
          <InboxFilters filters={filters} />
          <div className="inbox">
            <ReplyList filters={filters} openId={replyId} />
            {!isNarrow && (
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
    </>
  );
}

const NothingOpen = () => (
  <EmptyState title="Choose a reply" icon={<MailOpen />}>
    Press <kbd>j</kbd> and <kbd>k</kbd> to move through the list, and <kbd>Enter</kbd> to open a reply.
  </EmptyState>
);

const readOptions = [
  { value: 'false', label: 'Unread' },
  { value: 'true', label: 'Read' },
];
const senderOptions = [
  { value: 'false', label: 'People' },
  { value: 'true', label: 'Automatic replies' },
];

function InboxFilters({ filters }: { readonly filters: ReplyFilters }) {
  const accounts = useAccounts();
  const campaigns = useCampaignNames();
  const labels = new Set<string>([...commonLabels, ...(filters.label ? [filters.label] : [])]);

  return (
    <FilterBar names={filterNames}>
      <SelectFilter name="isRead" anyLabel="Unread first" options={readOptions} />
      <SelectFilter name="isAutomatic" anyLabel="Any sender" options={senderOptions} />
      <SelectFilter
        name="label"
        anyLabel="Any label"
        options={[...labels].map((value) => ({ value, label: labelText(value) }))}
      />
      <SelectFilter name="campaignId" anyLabel="Any campaign" options={optionsOf(campaigns)} />
      <SelectFilter
        name="emailAccountId"
        anyLabel="Any account"
        options={optionsOf([...accounts.values()].map(({ id, email }) => [id, email] as const))}
      />
      <FilterChip name="contactId" label="Of one contact" />
      {(filters.after || filters.before) && (
        <>
          <TimeFilter name="after" label="From" />
          <TimeFilter name="before" label="To" />
        </>
      )}
    </FilterBar>
  );
}
