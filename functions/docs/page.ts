import { publishedPage } from '#lib/docs/published-page.ts';
import { docsRoutes } from '#lib/docs/routes.ts';
import { publicEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = publicEndpoint(docsRoutes.page, async () => {
  const { body, headers } = publishedPage();

  return ok(body, headers);
});
