import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../../../api/client.ts';

export type CampaignStatistics = Schemas['CampaignStatistics'];
export type Group = CampaignStatistics['groups'][number];
export type GroupBy = CampaignStatistics['groupBy'];
export type Rate = NonNullable<Group['rates']['openRate']>;

const dayMs = 86_400_000;

/** The first UTC day of a period that ends today. */
export const firstDay = (days: number): string =>
  new Date(Date.now() - (days - 1) * dayMs).toISOString().slice(0, 10);

/** By day over the last `days` days; without `days`, by week over a year, the default period of the API. */
export const statisticsQuery = (id: string, groupBy: GroupBy, days: number | undefined) =>
  queryOptions({
    queryKey: ['campaigns', 'statistics', id, groupBy, days],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/campaigns/{id}/stats', {
          params: {
            path: { id },
            query: {
              groupBy,
              interval: days === undefined ? 'week' : 'day',
              ...(days !== undefined && { from: firstDay(days) }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
