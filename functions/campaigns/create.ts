import { planCampaign } from '#lib/campaigns/definition/create.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { created } from '#lib/endpoints/change-reply.ts';
import { writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(campaignRoutes.create, async ({ workspaceId, body }, services) => {
  const change = await planCampaign(services, workspaceId, body);

  return created(change);
});
