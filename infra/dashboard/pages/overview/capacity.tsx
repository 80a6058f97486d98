import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countOf, formatNumber } from '../../components/number.tsx';
import { Card } from '../../components/page/page.tsx';
import { QueryState } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { sendingStopOf } from '../email-accounts/account-status.tsx';
import { canSendNow } from '../email-accounts/can-send.tsx';
import { SentToday, sentTodayText } from '../email-accounts/sent-today.tsx';
import { linkTo } from '../links.ts';
import { accountsQuery, type EmailAccount, type Statistics } from './queries.ts';

/** What each account has sent today, and what it can still send. */
export function Capacity({ statistics }: { readonly statistics: Statistics | undefined }) {
  const accountTotals = statistics?.emailAccounts;

  return (
    <Card
      title="Capacity today"
      description={
        accountTotals &&
        `${formatNumber(accountTotals.usedToday)} of ${countOf(accountTotals.capacityToday, 'email')} of campaigns and answers sent by connected accounts`
      }
      actions={<Link {...linkTo('/email-accounts')}>Email accounts</Link>}
    >
      <QueryState query={useQuery(accountsQuery)}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="muted">
              No email account yet. <Link {...linkTo('/email-accounts/connect')}>Connect an account</Link> to
              send emails.
            </p>
          ) : (
            <ul className="entry-list overview-list">
              {data.map((account) => (
                <AccountCapacity key={account.id} account={account} />
              ))}
            </ul>
          )
        }
      </QueryState>
    </Card>
  );
}

function AccountCapacity({ account }: { readonly account: EmailAccount }) {
  const { id, email } = account;
  const share = sentTodayText(account);

  return (
    <li>
      <div className="overview-head">
        <Link {...linkTo(`/email-accounts/${id}`)} className="overview-name">
          {email}
        </Link>
        <Link
          {...linkTo('/activity', { type: 'email.sent', emailAccountId: id })}
          className="number"
          aria-label={`Emails sent today by ${email}: ${share}`}
        >
          {share}
        </Link>
      </div>
      <SentToday account={account} />
      <span className="muted">{sendingStopOf(account)?.reason ?? <NextPossible account={account} />}</span>
    </li>
  );
}

function NextPossible({ account }: { readonly account: EmailAccount }) {
  if (canSendNow(account)) return 'Sends the next email as soon as it is due.';

  return (
    <>
      Next email <Time value={account.nextSendAt} /> at the earliest.
    </>
  );
}
