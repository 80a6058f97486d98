import { planEdit } from '#lib/campaigns/definition/edit.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(campaignRoutes.update, async ({ workspaceId, params, body }, services) =>
  changed(await planEdit(services, workspaceId, params.id, body)),
);
