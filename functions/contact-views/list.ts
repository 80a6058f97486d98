import { listContactViews } from '#lib/contact-views/contact-views.ts';
import { contactViewRoutes } from '#lib/contact-views/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(contactViewRoutes.list, async ({ workspaceId, query }, services) =>
  ok(await listContactViews(services, workspaceId, query)),
);
