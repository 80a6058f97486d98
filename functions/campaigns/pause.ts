import { planPause } from '#lib/campaigns/pause.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { changed } from '#lib/http/reply.ts';

export const handler = writeEndpoint(campaignRoutes.pause, async ({ workspaceId, params }, services) =>
  changed(await planPause(services, workspaceId, params.id)),
);
