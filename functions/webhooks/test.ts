import { kmsVault } from '#lib/crypto/vault.ts';
import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { loopbackRule } from '#lib/runtime/config.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';
import { sendTest } from '#lib/webhooks/send-test.ts';

export const handler = writeEndpoint(
  webhookRoutes.test,
  async ({ workspaceId, params }, services) => changed(await sendTest(services, workspaceId, params.id)),
  { vault: kmsVault, loopback: loopbackRule },
);
