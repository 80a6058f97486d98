import { listContactCampaigns } from '#lib/contacts/campaigns.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(
  contactRoutes.listCampaigns,
  async ({ workspaceId, params, query }, services) =>
    ok(await listContactCampaigns(services, workspaceId, params.id, query)),
);
