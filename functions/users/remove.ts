import { planUserRemoval } from '#lib/auth/workspace-users.ts';
import { deleted, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { userRoutes } from '#lib/users/routes.ts';

export const handler = writeEndpoint(userRoutes.remove, async ({ workspaceId, params }, services) =>
  deleted(await planUserRemoval(services, workspaceId, params.id)),
);
