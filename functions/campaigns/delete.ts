import { planDeletion } from '#lib/campaigns/delete.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { deleted } from '#lib/http/reply.ts';

export const handler = writeEndpoint(campaignRoutes.delete, async ({ workspaceId, params }, services) =>
  deleted(await planDeletion(services, workspaceId, params.id)),
);
