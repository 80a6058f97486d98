import { listUsers } from '#lib/auth/workspace-users.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';
import { userRoutes } from '#lib/users/routes.ts';

export const handler = readEndpoint(userRoutes.list, async ({ principal, query }, services) =>
  ok(await listUsers(services, principal, query)),
);
