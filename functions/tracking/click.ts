import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { linkEndpoint } from '#lib/endpoints/html-endpoint.ts';
import { linksBaseUrl } from '#lib/runtime/config.ts';
import { trackingRoutes } from '#lib/tracking/routes.ts';
import { respondToClick } from '#lib/tracking/visit-responses.ts';

export const handler = linkEndpoint(
  trackingRoutes.click,
  (visit, services) => respondToClick(services, visit),
  { signer: kmsTokenSigner, linksBaseUrl },
);
