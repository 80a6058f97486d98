import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countOf, formatNumber } from '../../components/number.tsx';
import { Card } from '../../components/page/page.tsx';
import { Progress } from '../../components/progress.tsx';
import { QueryState } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { canSendNow } from '../email-accounts/next-email.tsx';
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

const statusTexts: Readonly<Record<string, string>> = {
  paused: 'Paused: sends no campaign emails until you resume it.',
  error: 'Error: sends nothing until you connect it again.',
  disconnected: 'Disconnected: sends nothing until you connect it again.',
};

function AccountCapacity({ account }: { readonly account: EmailAccount }) {
  const { id, email, status, sentToday, remainingToday } = account;
  const share = `${formatNumber(sentToday)} of ${formatNumber(sentToday + remainingToday)}`;

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
      <Progress
        label={`Emails sent today by ${email}`}
        isLabelHidden
        value={sentToday}
        max={sentToday + remainingToday}
      />
      <span className="muted">{statusTexts[status] ?? <NextPossible account={account} />}</span>
    </li>
  );
}

function NextPossible({ account }: { readonly account: EmailAccount }) {
  const { remainingToday, nextSendAt } = account;
  if (canSendNow(account)) return 'Sends the next email as soon as it is due.';

  return (
    <>
      {remainingToday === 0 ? 'Daily limit reached. Continues ' : 'Next email not before '}
      <Time value={nextSendAt} none="at an unknown time" />.
    </>
  );
}
