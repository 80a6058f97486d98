import { planRecipientAction } from '#lib/campaigns/recipients/actions.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(
  campaignRoutes.updateRecipients,
  async ({ workspaceId, params, body }, services) =>
    changed(await planRecipientAction(services, workspaceId, params.id, body)),
  { signer: kmsTokenSigner },
);
