import { scriptReply } from '#lib/docs/published-script.ts';
import { docsRoutes } from '#lib/docs/routes.ts';
import { publicEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = publicEndpoint(docsRoutes.asset, async ({ params }) => scriptReply(params.asset));
