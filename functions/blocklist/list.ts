import { listEntries } from '#lib/blocklist/list.ts';
import { blocklistRoutes } from '#lib/blocklist/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(blocklistRoutes.list, async ({ workspaceId, query }, services) =>
  ok(await listEntries(services, workspaceId, query)),
);
