import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';
import { listDeliveries } from '#lib/webhooks/delivery/deliveries.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';

export const handler = readEndpoint(
  webhookRoutes.listDeliveries,
  async ({ workspaceId, params, query }, services) =>
    ok(await listDeliveries(services, workspaceId, params.id, query)),
);
