import { publicEndpoint } from '#lib/endpoints/endpoint.ts';
import { healthRoutes } from '#lib/health/routes.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = publicEndpoint(healthRoutes.get, async () => ok({ status: 'ok' }));
