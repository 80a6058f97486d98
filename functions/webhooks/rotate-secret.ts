import { kmsVault } from '#lib/crypto/vault.ts';
import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { planRotation } from '#lib/webhooks/rotate.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';

export const handler = writeEndpoint(
  webhookRoutes.rotateSecret,
  async ({ principal, params, body }, services) =>
    changed(await planRotation(services, principal, params.id, body)),
  { vault: kmsVault },
);
