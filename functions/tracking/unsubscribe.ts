import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { linkEndpoint } from '#lib/endpoints/html-endpoint.ts';
import { trackingRoutes } from '#lib/tracking/routes.ts';
import { respondToUnsubscribe } from '#lib/tracking/unsubscribe-responses.ts';

export const handler = linkEndpoint(
  trackingRoutes.unsubscribe,
  (visit, services) => respondToUnsubscribe(services, visit),
  { signer: kmsTokenSigner },
);
