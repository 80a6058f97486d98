import { publishedDocument } from '#lib/docs/published-document.ts';
import { docsRoutes } from '#lib/docs/routes.ts';
import { readEndpoint } from '#lib/http/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(docsRoutes.openapi, async () => {
  const { body, headers } = publishedDocument();

  return ok(body, headers);
});
