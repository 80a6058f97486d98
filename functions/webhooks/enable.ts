import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { planEnabling } from '#lib/webhooks/enable.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';

export const handler = writeEndpoint(webhookRoutes.enable, async ({ workspaceId, params, body }, services) =>
  changed(await planEnabling(services, workspaceId, params.id, body)),
);
