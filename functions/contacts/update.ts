import { contactRoutes } from '#lib/contacts/routes.ts';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { changed } from '#lib/endpoints/change-reply.ts';
import { writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(contactRoutes.update, async ({ workspaceId, params, body }, services) =>
  changed(await planContactUpdate(services, workspaceId, params.id, body)),
);
