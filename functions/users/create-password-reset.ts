import { kmsVault } from '#lib/crypto/vault.ts';
import { created, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { planReset } from '#lib/users/reset-password.ts';
import { userRoutes } from '#lib/users/routes.ts';

export const handler = writeEndpoint(
  userRoutes.createPasswordReset,
  async ({ workspaceId, params, body }, services) =>
    created(await planReset(services, workspaceId, params.id, body)),
  { vault: kmsVault },
);
