import { planCampaign } from '#lib/campaigns/definition/create.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { created, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(campaignRoutes.create, async ({ workspaceId, body }, services) =>
  created(await planCampaign(services, workspaceId, body)),
);
