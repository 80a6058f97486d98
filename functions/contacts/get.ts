import { getContact } from '#lib/contacts/contacts.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(contactRoutes.get, async ({ workspaceId, params, query }, services) =>
  ok(await getContact(services, workspaceId, params.id, query.include)),
);
