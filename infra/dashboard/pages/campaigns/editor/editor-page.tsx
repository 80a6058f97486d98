import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCan } from '../../../api/session.ts';
import { Page } from '../../../components/page.tsx';
import { EmptyState, QueryState } from '../../../components/states.tsx';
import { CampaignEditor } from './campaign-editor.tsx';
import { campaignVersionQuery } from './queries.ts';

const route = getRouteApi('/app/campaigns/$campaignId/edit');

export function EditorPage() {
  const { campaignId } = route.useParams();
  const query = useQuery(campaignVersionQuery(campaignId));
  const canEdit = useCan('member');

  return (
    <QueryState query={query} lines={9}>
      {(version) =>
        canEdit ? (
          <CampaignEditor key={campaignId} version={version} />
        ) : (
          <Page title={version.value.name} parent={<Link to="/campaigns">Campaigns</Link>}>
            <EmptyState title="Your role is viewer">Only members and owners edit campaigns.</EmptyState>
          </Page>
        )
      }
    </QueryState>
  );
}
