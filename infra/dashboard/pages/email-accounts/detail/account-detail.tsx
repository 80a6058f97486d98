import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Page } from '../../../components/page/page.tsx';
import { QueryState } from '../../../components/states.tsx';
import { linkTo } from '../../links.ts';
import { type AccountVersion, accountQuery } from '../queries.ts';
import { AccountActions } from './account-actions.tsx';
import { HealthCard } from './health-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { SenderCard } from './sender-card.tsx';
import { ServersCard } from './servers-card.tsx';
import { StateNotice } from './state-notice.tsx';
import { TodayCard } from './today-card.tsx';
import { TrackingCard } from './tracking-card.tsx';
import './account-detail.css';

const route = getRouteApi('/app/email-accounts/$accountId');

export function AccountDetail() {
  const { accountId } = route.useParams();

  return (
    <QueryState query={useQuery(accountQuery(accountId))} lines={8}>
      {({ value: account, etag }) => <LoadedAccount account={account} etag={etag} />}
    </QueryState>
  );
}

function LoadedAccount(version: AccountVersion) {
  const { account } = version;

  return (
    <Page
      title={account.email}
      description={
        <>
          <Link {...linkTo('/inbox', { emailAccountId: account.id })}>Replies</Link>
          {' · '}
          <Link {...linkTo('/activity', { emailAccountId: account.id })}>Events</Link>
        </>
      }
      parent={<Link to="/email-accounts">Email accounts</Link>}
      actions={<AccountActions {...version} />}
    >
      <StateNotice {...version} />
      <div className="grid-2 account-cards">
        <div className="stack">
          <TodayCard account={account} />
          <LimitsCard {...version} />
          <SenderCard {...version} />
        </div>
        <div className="stack">
          <HealthCard account={account} />
          <TrackingCard {...version} />
          <ServersCard account={account} />
        </div>
      </div>
    </Page>
  );
}
