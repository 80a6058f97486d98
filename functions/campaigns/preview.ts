import { previewEmail } from '#lib/campaigns/preview/preview.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { linksBaseUrl } from '#lib/runtime/config.ts';

export const handler = writeEndpoint(
  campaignRoutes.preview,
  async ({ workspaceId, params, body }, services) =>
    changed(await previewEmail(services, workspaceId, params.id, body)),
  { signer: kmsTokenSigner, linksBaseUrl },
);
