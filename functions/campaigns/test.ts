import { sendTestEmail } from '#lib/campaigns/preview/test-email.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { linksBaseUrl, loopbackRule } from '#lib/runtime/config.ts';

export const handler = writeEndpoint(
  campaignRoutes.test,
  async ({ workspaceId, params, body }, services, effects) =>
    changed(await sendTestEmail(services, workspaceId, params.id, body, effects)),
  { vault: kmsVault, signer: kmsTokenSigner, loopback: loopbackRule, linksBaseUrl },
);
