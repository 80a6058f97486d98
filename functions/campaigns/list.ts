import { listCampaigns } from '#lib/campaigns/list.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(campaignRoutes.list, async ({ workspaceId, query }, services) =>
  ok(await listCampaigns(services, workspaceId, query)),
);
