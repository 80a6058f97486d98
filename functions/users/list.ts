import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';
import { userRoutes } from '#lib/users/routes.ts';
import { listUsers } from '#lib/users/users.ts';

export const handler = readEndpoint(userRoutes.list, async ({ principal, query }, services) =>
  ok(await listUsers(services, principal, query)),
);
