import { planPause } from '#lib/campaigns/pause.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(campaignRoutes.pause, async ({ workspaceId, params }, services) =>
  changed(await planPause(services, workspaceId, params.id)),
);
