import { publishedScript } from '#lib/docs/published-script.ts';
import { docsRoutes } from '#lib/docs/routes.ts';
import { publicEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = publicEndpoint(docsRoutes.asset, async ({ params }) => {
  const { body, headers } = publishedScript(params.asset);

  return ok(body, headers);
});
