import { getRouteApi, Link } from '@tanstack/react-router';
import { Mail, Plus } from 'lucide-react';
import { useList } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { buttonClass } from '../../../components/button.tsx';
import { usePaletteAction } from '../../../components/page/actions.ts';
import { Page } from '../../../components/page/page.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { FilterBar, SelectFilter } from '../../../components/table/filter-bar.tsx';
import { ListCount } from '../../../components/table/list-count.tsx';
import { Time } from '../../../components/time.tsx';
import { AccountStatus, statusLabels } from '../account-status.tsx';
import { CanSend } from '../can-send.tsx';
import { HealthScore } from '../health-score.tsx';
import { type Account, accountsQuery } from '../queries.ts';
import { SentToday } from '../sent-today.tsx';

const route = getRouteApi('/app/email-accounts');

const columns: readonly Column<Account>[] = [
  {
    id: 'email',
    header: 'Account',
    cell: ({ email, fromName }) => (
      <>
        {email} <span className="muted">{fromName}</span>
      </>
    ),
    width: 'minmax(260px, 2fr)',
  },
  { id: 'status', header: 'State', cell: (account) => <AccountStatus account={account} />, width: '140px' },
  {
    id: 'capacity',
    header: 'Today',
    cell: (account) => <SentToday account={account} />,
    width: 'minmax(160px, 1fr)',
  },
  {
    id: 'next',
    header: 'Can send',
    cell: (account) => <CanSend account={account} />,
    width: '168px',
  },
  {
    id: 'health',
    header: 'Health',
    // A card has the header beside the number, unlike beside the words of other badges.
    cell: ({ health }) => (
      <span>
        <HealthScore health={health} />
      </span>
    ),
    width: '112px',
  },
  {
    id: 'inbox',
    header: 'Inbox read',
    cell: ({ imap, lastSyncAt }) => (imap ? <Time value={lastSyncAt} none="Not yet" /> : 'Not read'),
    width: '140px',
    isWideOnly: true,
  },
];

const statuses = Object.entries(statusLabels).map(([value, label]) => ({ value, label }));

export function AccountList() {
  const filters = route.useSearch();
  const list = useList(accountsQuery(filters));
  const navigate = route.useNavigate();
  const canConnect = useCan('member');
  usePaletteAction('Connect an account', () => void navigate({ to: '/email-accounts/connect' }), canConnect);
  const connectLink = canConnect && (
    <Link to="/email-accounts/connect" className={buttonClass('primary')}>
      <Plus aria-hidden="true" /> Connect account
    </Link>
  );

  const emptyAction = canConnect && (
    <Link to="/email-accounts/connect" className={buttonClass('primary')}>
      Connect a mailbox
    </Link>
  );

  return (
    <Page
      title="Email accounts"
      description="Mailboxes that send the emails of campaigns and receive the replies."
      actions={connectLink}
      isFilled
    >
      <FilterBar names={['status']} trailing={<ListCount list={list} noun="account" />}>
        <SelectFilter name="status" label="State" options={statuses} />
      </FilterBar>
      <DataTable
        label="Email accounts"
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        rowLink={({ id }) => ({ to: '/email-accounts/$accountId', params: { accountId: id } })}
        empty={
          filters.status === undefined ? (
            <EmptyState title="No accounts yet" icon={<Mail />} action={emptyAction}>
              Connect a mailbox. Campaigns send from it within its limits.
            </EmptyState>
          ) : (
            <EmptyState title="No account matches" icon={<Mail />}>
              Change or clear the filter.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
