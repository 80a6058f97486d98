import { restoreSuppressions } from '#lib/contacts/addresses/erased-address.ts';
import { planContactUpsert } from '#lib/contacts/external-ids/upsert.ts';
import { sourceOf } from '#lib/contacts/new-contact.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { changed, created, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(
  contactRoutes.upsert,
  async ({ workspaceId, principal, body }, services) => {
    await restoreSuppressions(services, workspaceId, [body.email]);
    const { isNew, change } = await planContactUpsert(services, workspaceId, body, sourceOf(principal));

    return isNew ? created(change) : changed(change);
  },
  { signer: kmsTokenSigner },
);
