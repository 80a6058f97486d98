import { kmsVault } from '#lib/crypto/vault.ts';
import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { loopbackRule } from '#lib/runtime/config.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';
import { planWebhookUpdate } from '#lib/webhooks/webhooks.ts';

export const handler = writeEndpoint(
  webhookRoutes.update,
  async ({ principal, params, body }, services) =>
    changed(await planWebhookUpdate(services, principal, params.id, body)),
  { vault: kmsVault, loopback: loopbackRule },
);
