import { writeEndpoint } from '#lib/http/endpoint.ts';
import { changed } from '#lib/http/reply.ts';
import { loopbackRule } from '#lib/runtime/config.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';
import { planUpdate } from '#lib/webhooks/update.ts';

export const handler = writeEndpoint(
  webhookRoutes.update,
  async ({ workspaceId, params, body }, services) =>
    changed(await planUpdate(services, workspaceId, params.id, body)),
  { loopback: loopbackRule },
);
