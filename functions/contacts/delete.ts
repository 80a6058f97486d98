import { planContactDeletion } from '#lib/contacts/delete.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { deleted, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(contactRoutes.delete, async ({ workspaceId, params }, services) =>
  deleted(await planContactDeletion(services, workspaceId, params.id)),
);
