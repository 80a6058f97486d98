import { planCampaignDeletion } from '#lib/campaigns/definition/delete.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { deleted, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(campaignRoutes.delete, async ({ workspaceId, params }, services) =>
  deleted(await planCampaignDeletion(services, workspaceId, params.id)),
);
