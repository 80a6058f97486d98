import { kmsVault } from '#lib/crypto/vault.ts';
import { created, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { loopbackRule } from '#lib/runtime/config.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';
import { planWebhook } from '#lib/webhooks/webhooks.ts';

export const handler = writeEndpoint(
  webhookRoutes.create,
  async ({ principal, body }, services) => created(await planWebhook(services, principal, body)),
  { vault: kmsVault, loopback: loopbackRule },
);
