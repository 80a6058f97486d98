import { planUserUpdate } from '#lib/auth/workspace-users.ts';
import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { userRoutes } from '#lib/users/routes.ts';

export const handler = writeEndpoint(userRoutes.update, async ({ principal, params, body }, services) =>
  changed(await planUserUpdate(services, principal, params.id, body)),
);
