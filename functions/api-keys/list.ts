import { listApiKeys } from '#lib/api-keys/api-keys.ts';
import { apiKeyRoutes } from '#lib/api-keys/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(apiKeyRoutes.list, async ({ workspaceId, query }, services) =>
  ok(await listApiKeys(services, workspaceId, query)),
);
