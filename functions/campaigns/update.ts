import { planEdit } from '#lib/campaigns/edit.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { changed } from '#lib/http/reply.ts';

export const handler = writeEndpoint(campaignRoutes.update, async ({ workspaceId, params, body }, services) =>
  changed(await planEdit(services, workspaceId, params.id, body)),
);
