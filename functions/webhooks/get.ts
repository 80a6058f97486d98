import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';
import { getWebhook } from '#lib/webhooks/read.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';

export const handler = readEndpoint(webhookRoutes.get, async ({ principal, params }, services) =>
  ok(await getWebhook(services, principal, params.id)),
);
