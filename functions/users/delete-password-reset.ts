import { deleted, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { planResetRemoval } from '#lib/users/password-reset.ts';
import { userRoutes } from '#lib/users/routes.ts';

export const handler = writeEndpoint(
  userRoutes.deletePasswordReset,
  async ({ principal, params }, services) => deleted(await planResetRemoval(services, principal, params.id)),
);
