import { deleted, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { snippetRoutes } from '#lib/snippets/routes.ts';
import { planSnippetDeletion } from '#lib/snippets/snippets.ts';

export const handler = writeEndpoint(snippetRoutes.delete, async ({ workspaceId, params }) =>
  deleted(planSnippetDeletion(workspaceId, params.id)),
);
