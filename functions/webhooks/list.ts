import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';
import { listWebhooks } from '#lib/webhooks/read.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';

export const handler = readEndpoint(webhookRoutes.list, async ({ principal, query }, services) =>
  ok(await listWebhooks(services, principal, query)),
);
