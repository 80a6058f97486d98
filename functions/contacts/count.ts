import { countMatchingContacts } from '#lib/contacts/count.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(contactRoutes.count, async ({ workspaceId, query }, services) =>
  ok(await countMatchingContacts(services, workspaceId, query)),
);
