import { changed } from '#lib/endpoints/change-reply.ts';
import { writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { userRoutes } from '#lib/users/routes.ts';
import { planAllowedUserUpdate } from '#lib/users/update.ts';

export const handler = writeEndpoint(userRoutes.update, async ({ principal, params, body }, services) =>
  changed(await planAllowedUserUpdate(services, principal, params.id, body)),
);
