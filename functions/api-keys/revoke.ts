import { planRevocation } from '#lib/api-keys/api-keys.ts';
import { apiKeyRoutes } from '#lib/api-keys/routes.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { deleted } from '#lib/http/reply.ts';

export const handler = writeEndpoint(apiKeyRoutes.revoke, ({ workspaceId, params }) =>
  deleted(planRevocation(workspaceId, params.id)),
);
