import { planContactView } from '#lib/contact-views/contact-views.ts';
import { contactViewRoutes } from '#lib/contact-views/routes.ts';
import { created, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(contactViewRoutes.create, async ({ workspaceId, body }, services) =>
  created(await planContactView(services, workspaceId, body)),
);
