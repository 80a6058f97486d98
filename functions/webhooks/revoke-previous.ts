import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { planSecretRevocation } from '#lib/webhooks/rotate.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';

export const handler = writeEndpoint(
  webhookRoutes.revokePrevious,
  async ({ workspaceId, params }, services) =>
    changed(await planSecretRevocation(services, workspaceId, params.id)),
);
