import { kmsVault } from '#lib/crypto/vault.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { changed } from '#lib/http/reply.ts';
import { planRotation } from '#lib/webhooks/rotate.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';

export const handler = writeEndpoint(
  webhookRoutes.rotateSecret,
  async ({ workspaceId, params, body }, services) =>
    changed(await planRotation(services, workspaceId, params.id, body)),
  { vault: kmsVault },
);
