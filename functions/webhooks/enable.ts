import { writeEndpoint } from '#lib/http/endpoint.ts';
import { changed } from '#lib/http/reply.ts';
import { planEnabling } from '#lib/webhooks/enable.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';

export const handler = writeEndpoint(webhookRoutes.enable, async ({ workspaceId, params, body }, services) =>
  changed(await planEnabling(services, workspaceId, params.id, body)),
);
