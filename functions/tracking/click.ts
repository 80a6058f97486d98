import { kmsVault } from '#lib/crypto/vault.ts';
import { linkEndpoint } from '#lib/http/link-endpoint.ts';
import { answerClick } from '#lib/tracking/answer-visit.ts';
import { trackingRoutes } from '#lib/tracking/routes.ts';

export const handler = linkEndpoint(trackingRoutes.click, (visit, services) => answerClick(services, visit), {
  vault: kmsVault,
});
