import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/badge.tsx';
import { Card } from '../../components/page/page.tsx';
import { QueryState } from '../../components/states.tsx';
import { Continuation } from '../email-accounts/account-status.tsx';
import { linkTo } from '../links.ts';
import { accountsQuery, startedCampaignsQuery, webhooksQuery } from './queries.ts';
import { type StoppedObject, stoppedAccounts, stoppedCampaigns, stoppedWebhooks } from './stopped.tsx';

/** Campaigns, accounts and webhooks that wait or are stopped, with the reason and the time when they continue. */
export function NotSending() {
  const query = useQueries({
    queries: [startedCampaignsQuery('active'), startedCampaignsQuery('paused'), accountsQuery, webhooksQuery],
    combine: ([active, paused, accounts, webhooks]) => ({
      data:
        active.data && paused.data && accounts.data && webhooks.data
          ? {
              stopped: [
                ...stoppedAccounts(accounts.data.data),
                ...stoppedCampaigns([...active.data.activeCampaigns, ...paused.data.pausedCampaigns]),
                ...stoppedWebhooks(webhooks.data.data),
              ],
              hasMore: active.data.hasMore || paused.data.hasMore,
            }
          : undefined,
      error: active.error ?? paused.error ?? accounts.error ?? webhooks.error,
      refetch: () => {
        for (const item of [active, paused, accounts, webhooks]) void item.refetch();
      },
    }),
  });

  return (
    <Card title="Not sending">
      <QueryState query={query}>
        {({ stopped, hasMore }) => (
          <>
            {stopped.length === 0 && (
              <p className="muted">Nothing is stopped: no campaign, account or webhook.</p>
            )}
            <ul className="entry-list overview-list">
              {stopped.map((item) => (
                <StoppedItem key={item.id} stopped={item} />
              ))}
            </ul>
            {hasMore && <Link {...linkTo('/campaigns')}>All campaigns</Link>}
          </>
        )}
      </QueryState>
    </Card>
  );
}

function StoppedItem({ stopped }: { readonly stopped: StoppedObject }) {
  const { link, name, tone, state, reason, continuesAt, userAction } = stopped;

  return (
    <li>
      <div className="overview-head">
        <Link {...link} className="overview-name">
          {name}
        </Link>
        <Badge tone={tone}>{state}</Badge>
      </div>
      <span className="muted">
        {reason} {continuesAt ? <Continuation time={continuesAt} /> : userAction}
      </span>
    </li>
  );
}
