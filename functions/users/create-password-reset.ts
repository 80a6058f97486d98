import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { created, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { planReset } from '#lib/users/password-reset.ts';
import { userRoutes } from '#lib/users/routes.ts';

export const handler = writeEndpoint(
  userRoutes.createPasswordReset,
  async ({ principal, params }, services) => created(await planReset(services, principal, params.id)),
  { vault: kmsVault, signer: kmsTokenSigner },
);
