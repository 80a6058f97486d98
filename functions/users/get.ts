import { getUser } from '#lib/auth/workspace-users.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';
import { userRoutes } from '#lib/users/routes.ts';

export const handler = readEndpoint(userRoutes.get, async ({ principal, params }, services) =>
  ok(await getUser(services, principal, params.id)),
);
