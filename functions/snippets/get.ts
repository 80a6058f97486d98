import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';
import { snippetRoutes } from '#lib/snippets/routes.ts';
import { getSnippet } from '#lib/snippets/snippets.ts';

export const handler = readEndpoint(snippetRoutes.get, async ({ workspaceId, params }, services) =>
  ok(await getSnippet(services, workspaceId, params.id)),
);
