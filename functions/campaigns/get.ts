import { getCampaign } from '#lib/campaigns/read.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(campaignRoutes.get, async ({ workspaceId, params }, services) =>
  ok(await getCampaign(services, workspaceId, params.id)),
);
