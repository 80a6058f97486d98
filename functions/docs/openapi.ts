import { documentReply } from '#lib/docs/published-document.ts';
import { docsRoutes } from '#lib/docs/routes.ts';
import { publicEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = publicEndpoint(docsRoutes.openapi, async ({ url }) => documentReply(url));
