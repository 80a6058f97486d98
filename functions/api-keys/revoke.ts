import { planKeyRevocation } from '#lib/api-keys/revoke.ts';
import { apiKeyRoutes } from '#lib/api-keys/routes.ts';
import { deleted, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(apiKeyRoutes.revoke, async ({ workspaceId, params, query }, services) =>
  deleted(await planKeyRevocation(services, workspaceId, params.id, query.createdKeys)),
);
