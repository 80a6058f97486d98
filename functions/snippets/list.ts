import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';
import { snippetRoutes } from '#lib/snippets/routes.ts';
import { listSnippets } from '#lib/snippets/snippets.ts';

export const handler = readEndpoint(snippetRoutes.list, async ({ workspaceId, query }, services) =>
  ok(await listSnippets(services, workspaceId, query)),
);
