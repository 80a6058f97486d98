import { useQuery } from '@tanstack/react-query';
import { Rocket } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useCan, useSession } from '../../api/session.ts';
import { Page } from '../../components/page/page.tsx';
import { EmptyState } from '../../components/states.tsx';
import { firstCampaignQuery } from './queries.ts';
import { isFirstCampaignSkipped, skipFirstCampaign } from './skipped.ts';
import { WorkspaceOverview } from './workspace-overview.tsx';
import './overview.css';

const FirstCampaign = lazy(async () => ({
  default: (await import('./first-campaign/first-campaign.tsx')).FirstCampaign,
}));

/** The state of the workspace. Before its first campaign is started, the page leads to the start. */
export function Overview() {
  const { workspaceId = '' } = useSession() ?? {};
  const [isSkipped, setSkipped] = useState(() => isFirstCampaignSkipped(workspaceId));
  const canWrite = useCan('member');
  const { data, isPending } = useQuery({ ...firstCampaignQuery, enabled: !isSkipped });
  const isPassed = isSkipped || data?.state === 'passed' || (data?.state === 'draft' && !canWrite);
  if (isPassed || data === undefined) return <WorkspaceOverview isHeld={isPending && !isSkipped} />;
  if (!canWrite) return <NoCampaign />;
  const skip = (): void => {
    skipFirstCampaign(workspaceId);
    setSkipped(true);
  };

  return (
    <Suspense fallback={<WorkspaceOverview isHeld />}>
      <FirstCampaign campaign={data.campaign} onSkip={skip} />
    </Suspense>
  );
}

const NoCampaign = () => (
  <Page title="Overview">
    <EmptyState title="No campaign yet" icon={<Rocket />}>
      When a member or an owner starts a campaign, its emails and replies are counted here.
    </EmptyState>
  </Page>
);
