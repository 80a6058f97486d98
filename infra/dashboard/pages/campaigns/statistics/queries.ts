import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { addDays } from '#lib/values/time-zones.ts';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { workspaceToday } from '../../settings/queries.ts';

export type CampaignStatistics = Schemas['CampaignStatistics'];
export type Group = CampaignStatistics['groups'][number];
export type GroupBy = CampaignStatistics['groupBy'];
export type Rate = NonNullable<Group['rates']['openRate']>;

/** By day over the last `days` days; without `days`, by week over a year, the default period of the API. */
export const statisticsQuery = (id: string, groupBy: GroupBy, days: number | undefined) =>
  queryOptions({
    queryKey: ['campaigns', 'statistics', id, groupBy, days],
    queryFn: async ({ client, signal }) =>
      unwrap(
        api.GET('/campaigns/{id}/stats', {
          params: {
            path: { id },
            query: {
              groupBy,
              interval: days === undefined ? 'week' : 'day',
              ...(days !== undefined && { from: addDays(await workspaceToday(client), 1 - days) }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
