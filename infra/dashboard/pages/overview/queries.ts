import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { workspaceToday } from '../settings/queries.ts';
import { granularityOf, type PeriodSearch, periodOf } from './period.ts';

export type Statistics = Schemas['Statistics'];
export type EmailAccount = Schemas['EmailAccount'];
export type Campaign = Schemas['Campaign'];

/** The page sends about ten requests a minute, including one for each shown campaign. */
const pollMs = 60_000;
const campaignsMax = 6;

export const statisticsQuery = (search: PeriodSearch) =>
  queryOptions({
    queryKey: ['statistics', search],
    queryFn: async ({ client, signal }) => {
      // Without a period, the service selects the last 30 days itself.
      const period = search.period && periodOf(search, await workspaceToday(client));
      const query = period ? { ...period, granularity: granularityOf(period) } : {};

      return unwrap(api.GET('/dashboard/stats', { params: { query }, signal }));
    },
    refetchInterval: pollMs,
  });

export const accountsQuery = queryOptions({
  queryKey: ['email-accounts', 'overview'],
  queryFn: ({ signal }) => unwrap(api.GET('/email-accounts', { params: { query: { limit: 100 } }, signal })),
  refetchInterval: pollMs,
});

/** Active campaigns are read one by one, because the list has no sending state. Paused campaigns stay as in the list. */
export const startedCampaignsQuery = (status: 'active' | 'paused') =>
  queryOptions({
    queryKey: ['campaigns', 'overview', status],
    queryFn: async ({ signal }) => {
      const query = { status, limit: campaignsMax };
      const { data, nextCursor } = await unwrap(api.GET('/campaigns', { params: { query }, signal }));
      const hasMore = nextCursor !== null;
      if (status === 'paused') return { activeCampaigns: [], pausedCampaigns: data, hasMore };
      const activeCampaigns = await Promise.all(
        data.map(({ id }) => unwrap(api.GET('/campaigns/{id}', { params: { path: { id } }, signal }))),
      );

      return { activeCampaigns, pausedCampaigns: [], hasMore };
    },
    refetchInterval: pollMs,
  });

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'overview'],
  queryFn: ({ signal }) => unwrap(api.GET('/webhooks', { params: { query: { limit: 50 } }, signal })),
  refetchInterval: pollMs,
});

export const repliesQuery = queryOptions({
  queryKey: ['replies', 'overview'],
  queryFn: ({ signal }) =>
    unwrap(api.GET('/replies', { params: { query: { limit: 6, isAutomatic: false } }, signal })),
  refetchInterval: pollMs,
});

/** Whether the workspace has no campaign, only one, which is a draft, or others. */
type FirstCampaign =
  | { readonly state: 'missing'; readonly campaign?: undefined }
  | { readonly state: 'draft'; readonly campaign: Campaign }
  | { readonly state: 'passed'; readonly campaign?: undefined };

export const firstCampaignQuery = queryOptions({
  queryKey: ['campaigns', 'first'],
  queryFn: async ({ signal }): Promise<FirstCampaign> => {
    const { data } = await unwrap(api.GET('/campaigns', { params: { query: { limit: 2 } }, signal }));
    const [first, second] = data;
    if (!first) return { state: 'missing' };
    if (second || first.status !== 'draft') return { state: 'passed' };
    const params = { path: { id: first.id } };

    return { state: 'draft', campaign: await unwrap(api.GET('/campaigns/{id}', { params, signal })) };
  },
});

/** The queries of all cards. */
export const listQueries = [
  startedCampaignsQuery('active'),
  startedCampaignsQuery('paused'),
  accountsQuery,
  webhooksQuery,
  repliesQuery,
] as const;
