import { Link } from '@tanstack/react-router';
import { useList } from '../../../../api/lists.ts';
import { countOf, formatNumber } from '../../../../components/number.tsx';
import { Card } from '../../../../components/page/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../components/states.tsx';
import { AccountStatus, Continuation, sendingStopOf } from '../../../email-accounts/account-status.tsx';
import { limitToday } from '../../../email-accounts/sent-today.tsx';
import type { EmailAccount } from '../../queries.ts';
import { ConnectLink } from '../connect-link.tsx';
import { useEditorContext } from '../editor-context.ts';
import { accountsQuery } from '../queries.ts';
import { Reassignments } from './reassignments.tsx';

export function AccountsSection() {
  const { draft, campaign } = useEditorContext();
  const accounts = useList(accountsQuery);
  const chosenAccounts = accounts.rows.filter(({ id }) => draft.emailAccountIds.includes(id));

  return (
    <div className="stack editor-column">
      <Card
        title="Send from"
        description="Each contact gets all emails from the account that sent the first one."
        actions={<Link to="/email-accounts">Email accounts</Link>}
      >
        <AccountList accounts={accounts} />
        {chosenAccounts.length > 0 && (
          <p className="account-total" role="status">
            {capacityText(chosenAccounts)}
          </p>
        )}
      </Card>
      {campaign.startedAt !== null && <Reassignments accounts={accounts.rows} />}
    </div>
  );
}

function AccountList({ accounts }: { readonly accounts: ReturnType<typeof useList<EmailAccount>> }) {
  const { errorUnder } = useEditorContext();
  const error = errorUnder('emailAccountIds');
  if (accounts.rows.length === 0) {
    if (accounts.error) return <ErrorState error={accounts.error} onRetry={accounts.retry} />;
    if (accounts.isPending) return <Skeleton lines={3} />;

    return (
      <EmptyState title="No account yet" action={<ConnectLink />}>
        A campaign sends from mailboxes that you connect.
      </EmptyState>
    );
  }

  return (
    <>
      <ul>
        {accounts.rows.map((account) => (
          <AccountRow key={account.id} account={account} />
        ))}
      </ul>
      {error && <div className="field-error">{error}</div>}
    </>
  );
}

function AccountRow({ account }: { readonly account: EmailAccount }) {
  const { field } = useEditorContext();
  const { name, value, onChange } = field<readonly string[]>('emailAccountIds');
  // A connected account with a reason waits: after a failed send it sends nothing; with an unreadable inbox, no follow-ups.
  const isWaiting = account.status === 'connected' && account.statusReason !== null;

  return (
    <li className="account">
      <label className="checkbox-field">
        <input
          type="checkbox"
          className="checkbox"
          name={name}
          checked={value.includes(account.id)}
          onChange={(event) =>
            onChange(event.target.checked ? [...value, account.id] : value.filter((id) => id !== account.id))
          }
        />
        <span className="account-name">
          {account.fromName ?? account.email}
          {account.fromName && <span className="field-help">{account.email}</span>}
          {account.status !== 'connected' && (
            <span className="field-help">{sendingStopOf(account)?.reason}</span>
          )}
        </span>
      </label>
      <span className="account-capacity">
        {leftTodayText(account)}
        {isWaiting && (
          <span className="field-help">
            <Continuation time={account.nextSendAt} />
          </span>
        )}
      </span>
      <span className="account-health">{healthText(account)}</span>
      <AccountStatus account={account} />
    </li>
  );
}

function leftTodayText(account: EmailAccount): string {
  const limit = limitToday(account);

  return limit === null
    ? 'None left today'
    : `${formatNumber(account.remainingToday)} of ${formatNumber(limit)} left today`;
}

const healthText = ({ health }: EmailAccount): string => {
  if (typeof health?.score !== 'number') return 'Health not checked';

  return `Health ${health.score} of 100`;
};

function capacityText(accounts: readonly EmailAccount[]): string {
  const sending = accounts.filter(({ status, dailyLimit }) => status === 'connected' && dailyLimit > 0);
  if (sending.length === 0) return 'None of the chosen accounts can send now: the campaign cannot start.';
  const isRamping = sending.some(
    ({ sentToday, remainingToday, dailyLimit }) => sentToday + remainingToday < dailyLimit,
  );
  const sum = (value: (account: EmailAccount) => number) =>
    sending.reduce((total, account) => total + value(account), 0);

  return `${countOf(sending.length, 'account')} can send ${countOf(
    sum(({ remainingToday }) => remainingToday),
    'more email',
  )} today, and up to ${formatNumber(sum(({ dailyLimit }) => dailyLimit))} a day${isRamping ? ' after the ramp-up' : ''}.`;
}
