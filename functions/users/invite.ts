import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { created, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { planInvitation } from '#lib/users/invitations.ts';
import { userRoutes } from '#lib/users/routes.ts';

export const handler = writeEndpoint(
  userRoutes.invite,
  async ({ principal, body }, services) => created(await planInvitation(services, principal, body)),
  { vault: kmsVault, signer: kmsTokenSigner },
);
