import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { readCampaignStatistics } from '#lib/campaigns/statistics/read-statistics.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(campaignRoutes.stats, async ({ workspaceId, params, query }, services) =>
  ok(await readCampaignStatistics(services, workspaceId, params.id, query)),
);
