import { getImport } from '#lib/contacts/import/read.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(contactRoutes.getImport, async ({ workspaceId, params }, services) =>
  ok(await getImport(services, workspaceId, params.id)),
);
