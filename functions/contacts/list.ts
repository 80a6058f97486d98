import { listContacts } from '#lib/contacts/list.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(contactRoutes.list, async ({ workspaceId, query }, services) =>
  ok(await listContacts(services, workspaceId, query)),
);
