import { planRemoval } from '#lib/blocklist/remove.ts';
import { blocklistRoutes } from '#lib/blocklist/routes.ts';
import { deleted, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(blocklistRoutes.delete, async ({ workspaceId, params }, services) =>
  deleted(await planRemoval(services, workspaceId, params.id)),
);
