import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { linkEndpoint } from '#lib/endpoints/html-endpoint.ts';
import { trackingRoutes } from '#lib/tracking/routes.ts';
import { showUnsubscribePage } from '#lib/tracking/unsubscribe-responses.ts';

export const handler = linkEndpoint(
  trackingRoutes.unsubscribePage,
  (visit, services) => showUnsubscribePage(services, visit),
  { signer: kmsTokenSigner },
);
