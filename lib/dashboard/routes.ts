import { Statistics, StatisticsQuery } from '#lib/dashboard/statistics.ts';
import { contract } from '#lib/http/contract.ts';

export const dashboardRoutes = {
  stats: contract({
    method: 'GET',
    path: '/dashboard/stats',
    summary: 'Get statistics of the activity in a period',
    auth: 'credential',
    needs: ['table:read'],
    query: StatisticsQuery,
    responses: { 200: Statistics },
  }),
};
