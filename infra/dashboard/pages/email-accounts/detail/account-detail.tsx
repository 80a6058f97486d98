import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Page } from '../../../components/page/page.tsx';
import { QueryPage } from '../../../components/page/query-page.tsx';
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

const listLink = <Link to="/email-accounts">Email accounts</Link>;

export function AccountDetail() {
  const { accountId } = route.useParams();

  return (
    <QueryPage title="Email account" parent={listLink} query={useQuery(accountQuery(accountId))} lines={12}>
      {({ value: account, etag }) => <LoadedAccount account={account} etag={etag} />}
    </QueryPage>
  );
}

function LoadedAccount(version: AccountVersion) {
  const { account } = version;

  return (
    <Page
      title={account.email}
      objectName={account.email}
      description={
        <>
          <Link {...linkTo('/inbox', { emailAccountId: account.id })}>Replies</Link>
          {' · '}
          <Link {...linkTo('/activity', { emailAccountId: account.id })}>Events</Link>
        </>
      }
      parent={listLink}
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
