import { pageReply } from '#lib/docs/reference-page.ts';
import { docsRoutes } from '#lib/docs/routes.ts';
import { publicEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = publicEndpoint(docsRoutes.page, async ({ url }) => pageReply(url));
