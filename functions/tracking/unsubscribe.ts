import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { linkEndpoint } from '#lib/endpoints/link-endpoint.ts';
import { answerUnsubscribe } from '#lib/tracking/answer-unsubscribe.ts';
import { trackingRoutes } from '#lib/tracking/routes.ts';

export const handler = linkEndpoint(
  trackingRoutes.unsubscribe,
  (visit, services) => answerUnsubscribe(services, visit),
  { signer: kmsTokenSigner },
);
