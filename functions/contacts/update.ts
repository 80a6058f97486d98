import { contactRoutes } from '#lib/contacts/routes.ts';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { changed } from '#lib/http/reply.ts';

export const handler = writeEndpoint(contactRoutes.update, async ({ workspaceId, params, body }, services) =>
  changed(await planContactUpdate(services, workspaceId, params.id, body)),
);
