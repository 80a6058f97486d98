import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { snippetRoutes } from '#lib/snippets/routes.ts';
import { planSnippetUpdate } from '#lib/snippets/snippets.ts';

export const handler = writeEndpoint(snippetRoutes.update, async ({ workspaceId, params, body }, services) =>
  changed(await planSnippetUpdate(services, workspaceId, params.id, body)),
);
