import { kmsVault } from '#lib/crypto/vault.ts';
import { created } from '#lib/endpoints/change-reply.ts';
import { writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { loopbackRule } from '#lib/runtime/config.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';
import { planWebhook } from '#lib/webhooks/webhooks.ts';

export const handler = writeEndpoint(
  webhookRoutes.create,
  async ({ workspaceId, body }, services) => {
    const change = await planWebhook(services, workspaceId, body);

    return created(change);
  },
  { vault: kmsVault, loopback: loopbackRule },
);
