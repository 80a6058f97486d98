import { planContactDeletion } from '#lib/contacts/delete.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { deleted } from '#lib/http/reply.ts';

export const handler = writeEndpoint(contactRoutes.delete, async ({ workspaceId, params }, services) =>
  deleted(await planContactDeletion(services, workspaceId, params.id)),
);
