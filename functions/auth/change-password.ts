import { planPasswordChange, verifyPasswordChange } from '#lib/auth/change-password.ts';
import { authRoutes } from '#lib/auth/routes.ts';
import { deleted, preparedEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = preparedEndpoint(
  authRoutes.changePassword,
  verifyPasswordChange,
  async ({ principal }, verified, services) =>
    deleted(await planPasswordChange(services, principal, verified)),
);
