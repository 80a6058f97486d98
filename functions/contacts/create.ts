import { restoreSuppressions } from '#lib/contacts/addresses/erased-address.ts';
import { planContact } from '#lib/contacts/create.ts';
import { sourceOf } from '#lib/contacts/new-contact.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { created, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(
  contactRoutes.create,
  async ({ workspaceId, principal, body }, services) => {
    await restoreSuppressions(services, workspaceId, [body.email]);
    const change = await planContact(services, workspaceId, body, sourceOf(principal));

    return created(change);
  },
  { signer: kmsTokenSigner },
);
