import { restoreSuppressions } from '#lib/contacts/addresses/erased-address.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(
  contactRoutes.update,
  async ({ workspaceId, params, body }, services) => {
    await restoreSuppressions(services, workspaceId, [body.email]);

    return changed(await planContactUpdate(services, workspaceId, params.id, body));
  },
  { signer: kmsTokenSigner },
);
