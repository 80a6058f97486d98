import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';
import { userRoutes } from '#lib/users/routes.ts';
import { getUser } from '#lib/users/users.ts';

export const handler = readEndpoint(userRoutes.get, async ({ principal, params }, services) =>
  ok(await getUser(services, principal, params.id)),
);
