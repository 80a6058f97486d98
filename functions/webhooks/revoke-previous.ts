import { writeEndpoint } from '#lib/http/endpoint.ts';
import { changed } from '#lib/http/reply.ts';
import { planRevocation } from '#lib/webhooks/revoke.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';

export const handler = writeEndpoint(
  webhookRoutes.revokePrevious,
  async ({ workspaceId, params }, services) =>
    changed(await planRevocation(services, workspaceId, params.id)),
);
