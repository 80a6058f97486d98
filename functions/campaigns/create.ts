import { planCampaign } from '#lib/campaigns/create.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { created } from '#lib/http/reply.ts';

export const handler = writeEndpoint(campaignRoutes.create, async ({ workspaceId, body }, services) => {
  const change = await planCampaign(services, workspaceId, body);

  return created(change);
});
