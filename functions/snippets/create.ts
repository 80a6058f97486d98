import { created, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { snippetRoutes } from '#lib/snippets/routes.ts';
import { planSnippet } from '#lib/snippets/snippets.ts';

export const handler = writeEndpoint(snippetRoutes.create, async ({ workspaceId, body }, services) =>
  created(await planSnippet(services, workspaceId, body)),
);
