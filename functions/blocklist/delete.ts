import { planRemoval } from '#lib/blocklist/remove.ts';
import { blocklistRoutes } from '#lib/blocklist/routes.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { deleted } from '#lib/http/reply.ts';

export const handler = writeEndpoint(blocklistRoutes.delete, async ({ workspaceId, params }, services) =>
  deleted(await planRemoval(services, workspaceId, params.id)),
);
