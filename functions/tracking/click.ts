import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { linkEndpoint } from '#lib/endpoints/link-endpoint.ts';
import { linksBaseUrl } from '#lib/runtime/config.ts';
import { answerClick } from '#lib/tracking/answer-visit.ts';
import { trackingRoutes } from '#lib/tracking/routes.ts';

export const handler = linkEndpoint(trackingRoutes.click, (visit, services) => answerClick(services, visit), {
  signer: kmsTokenSigner,
  linksBaseUrl,
});
