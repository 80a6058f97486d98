import { publishedDocument } from '#lib/docs/published-document.ts';
import { docsRoutes } from '#lib/docs/routes.ts';
import { publicEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = publicEndpoint(docsRoutes.openapi, async ({ url }) => {
  const { body, headers } = publishedDocument(url);

  return ok(body, headers);
});
