import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Page } from '../../components/page/page.tsx';
import { QueryPage } from '../../components/page/query-page.tsx';
import { Skeleton } from '../../components/states.tsx';
import { LinkTabs } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import { type Campaign, campaignQuery } from './queries.ts';
import { stateOf } from './sending-state.tsx';
import './campaigns.css';

const route = getRouteApi('/app/campaigns/$campaignId');
/** Tabs with a table, which fills the remaining height. */
const filledTabPaths = /\/(?:recipients|activity)$/u;

const listLink = <Link to="/campaigns">Campaigns</Link>;

/** Header and tabs of a campaign; the content is the tab's route. */
export function CampaignPage() {
  const { campaignId } = route.useParams();
  const isFilled = useRouterState({ select: ({ location }) => filledTabPaths.test(location.pathname) });
  const query = useQuery(campaignQuery(campaignId));
  // A tab stays current when its list is filtered.
  const tab = { params: { campaignId }, activeOptions: { includeSearch: false } };

  return (
    <QueryPage title="Campaign" parent={listLink} query={query} lines={9}>
      {({ value: campaign }) => (
        <Page
          title={campaign.name}
          objectName={campaign.name}
          description={<StateLine campaign={campaign} />}
          parent={listLink}
          actions={<CampaignActions campaign={campaign} />}
          isFilled={isFilled}
        >
          <LinkTabs
            label="Campaign"
            tabs={[
              { label: 'Overview', to: '/campaigns/$campaignId', ...tab },
              { label: 'Recipients', to: '/campaigns/$campaignId/recipients', ...tab },
              { label: 'Statistics', to: '/campaigns/$campaignId/statistics', ...tab },
              { label: 'Plan', to: '/campaigns/$campaignId/plan', ...tab },
              { label: 'Activity', to: '/campaigns/$campaignId/activity', ...tab },
            ]}
          />
          <Suspense fallback={<Skeleton lines={6} />}>
            <Outlet />
          </Suspense>
        </Page>
      )}
    </QueryPage>
  );
}

/** The state of the campaign and the time of its next email, on every tab. */
function StateLine({ campaign }: { readonly campaign: Campaign }) {
  const { tone, title } = stateOf(campaign);
  const { nextSendAt } = campaign.sendingStatus;

  return (
    <span className="state-line" data-tone={tone}>
      <span className="state-dot" aria-hidden="true" />
      <span>{title}</span>
      {campaign.status === 'active' && nextSendAt && (
        <span className="muted">
          · next email: <Time value={nextSendAt} isDue />
        </span>
      )}
      {campaign.status === 'paused' && campaign.pausedAt && (
        <span className="muted">
          · since <Time value={campaign.pausedAt} />
        </span>
      )}
    </span>
  );
}
