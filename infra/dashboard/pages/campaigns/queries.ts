import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api, type QueryOf, type Schemas, unwrap, unwrapVersion, type Version } from '../../api/client.ts';
import { listQuery } from '../../api/lists.ts';

export type Campaign = Schemas['Campaign'];
export type CampaignSummary = Schemas['CampaignSummary'];
export type EmailAccount = Schemas['EmailAccount'];
export type Recipient = Schemas['Recipient'];

const second = 1000;

export const campaignsQuery = (filters: QueryOf<'campaigns.list'>) => ({
  ...listQuery(['campaigns', 'list', filters], (page, signal) =>
    unwrap(api.GET('/campaigns', { params: { query: { ...filters, ...page } }, signal })),
  ),
  refetchInterval: 60 * second,
});

/** The number of contacts grows by the second while contacts are enrolled. */
function refetchMsOf(campaign: Campaign | undefined): number | false {
  if (campaign?.status !== 'active') return false;

  return campaign.sendingStatus.reasons.includes('enrolling') ? 2 * second : 10 * second;
}

/** With the `ETag` for a change. An active campaign is read again while the page is visible. */
export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: ['campaigns', 'detail', id],
    queryFn: ({ signal }) => unwrapVersion(api.GET('/campaigns/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => refetchMsOf(state.data?.value),
  });

const route = getRouteApi('/app/campaigns/$campaignId');

/** The campaign of the page. `CampaignPage` reads it before it shows a tab. */
export function useCampaign(): Version<Campaign> {
  const { campaignId } = route.useParams();

  return useSuspenseQuery(campaignQuery(campaignId)).data;
}

const accountPagesMax = 5;

const accountsQuery = queryOptions({
  queryKey: ['email-accounts', 'all'],
  async queryFn({ signal }) {
    const accounts: EmailAccount[] = [];
    let cursor: string | null | undefined;
    for (let page = 0; page < accountPagesMax && cursor !== null; page += 1) {
      const query: { limit: number; cursor?: string } = { limit: 100, ...(cursor && { cursor }) };
      const result: Schemas['EmailAccountPage'] = await unwrap(
        api.GET('/email-accounts', { params: { query }, signal }),
      );
      accounts.push(...result.data);
      cursor = result.nextCursor;
    }

    return accounts;
  },
});

const noAccounts: readonly EmailAccount[] = [];

/** At most 500 accounts of the workspace; empty until they are read. @param campaign the accounts are read as often as it is */
export const useAccounts = (campaign?: Campaign): readonly EmailAccount[] =>
  useQuery({ ...accountsQuery, refetchInterval: refetchMsOf(campaign) || 60 * second }).data ?? noAccounts;
