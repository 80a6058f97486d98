import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { userRoutes } from '#lib/users/routes.ts';
import { planUserUpdate } from '#lib/users/users.ts';

export const handler = writeEndpoint(userRoutes.update, async ({ principal, params, body }, services) =>
  changed(await planUserUpdate(services, principal, params.id, body)),
);
