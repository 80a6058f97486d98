import { docsRoutes } from '#lib/docs/routes.ts';
import { serviceInfo } from '#lib/docs/service-info.ts';
import { publicEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = publicEndpoint(docsRoutes.root, async () => ok(serviceInfo));
