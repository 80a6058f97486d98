import { referencePage } from '#lib/docs/reference-page.ts';
import { docsRoutes } from '#lib/docs/routes.ts';
import { publicEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = publicEndpoint(docsRoutes.page, async ({ url }) => {
  const { body, headers } = referencePage(url);

  return ok(body, headers);
});
